import { expect, test } from 'vitest'
import { notOneQuery } from './sql-statement.ts'

test.each([
  'select 1',
  'SELECT 1;',
  '  with x as (select 1) select * from x ; ;',
  'values (1)',
  '-- the count\nselect count(*) from t',
  '/* a; b */ select 1',
  "select ';'",
  "select 'it''s; fine'",
  'select "a;b" from t',
  "select replace(name, 'a', 'b'), updated_at from t",
  'select * from t for update',
])('%j only reads', query => {
  expect(notOneQuery(query)).toBeNull()
})

test.each([
  '',
  ';',
  'select 1; select 2',
  "select 1;'x'",
  'delete from t',
  'selection',
  '.shell ls',
  '\\! ls',
  'explain select 1',
  'pragma x',
  'with x as (delete from t returning *) select * from x',
  'with x as (select 1) insert into t select * from x',
  'WITH x AS (SELECT 1) UPDATE t SET a = 1',
  "select 'a' /* '; */ ; drop table t",
])('%j is refused', query => {
  expect(notOneQuery(query)).toEqual(expect.any(String))
})
