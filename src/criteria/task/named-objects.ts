import { isCodeFile } from './code-names.ts'
import type { NamedObject } from './named-object.ts'
import { endsWithPlace, isInSymbol, objectsOf, placeOf } from './order-objects.ts'
import type { Before, Read } from './order-reading.ts'
import { type Order, ordersIn } from './orders.ts'

/** What the words of a task say about files, symbols, and headings that they name. A name in another role is not reported. */
export const namedObjects = (task: string): NamedObject[] =>
  unique(readOrders(task).flatMap(({ read }) => read.objects))

/**
 * The files of code that a task fills with code from elsewhere: "split a.js into b.js and c.js", "move parseDate to date.ts". `surely`:
 * without those that may get other code too ("put the version into version.js").
 */
export const filledFiles = (task: string, surely = false): string[] =>
  readOrders(task)
    .filter(({ order: { action }, read }) =>
      action === 'move' ? !read.objects.some(isGone) : action === 'extract' || (!surely && MAY_FILL.test(action)),
    )
    .flatMap(({ read }) => read.objects)
    .filter(
      ({ kind, expect, name, doubtful }) => kind === 'file' && expect === 'present' && !doubtful && isCodeFile(name),
    )
    .map(({ name }) => name)

const MAY_FILL = /^(?:put|take|merge)$/

const isGone = ({ kind, expect }: NamedObject): boolean => kind === 'file' && expect === 'absent'

function readOrders(task: string): { readonly order: Order; readonly read: Read }[] {
  let before: Before = NOTHING
  return ordersIn(task).map(order => {
    const read = objectsOf(order, order.isContinued ? before : NOTHING)
    before = {
      waiting: read.waiting,
      isList: read.isList ?? false,
      isFilled: read.objects.length > 0,
      place: placeOf(order, before),
      isInSymbol: isInSymbol(order, before),
      isFrom: endsWithPlace(order, before),
    }
    return { order, read }
  })
}

const NOTHING: Before = { waiting: [], isFilled: false, place: null }

function unique(objects: readonly NamedObject[]): NamedObject[] {
  const keys = objects.map(object => JSON.stringify(object))
  return objects.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
