import type { Language } from '../syntax/language.ts'

/** How much an assertion demands: one value, some property of a value, or only that there is one. */
export const STRENGTH = { presence: 0, property: 1, value: 2 } as const
type Strength = (typeof STRENGTH)[keyof typeof STRENGTH]

/** The matchers of one assertion library, as words that stand in code. */
interface Matchers {
  readonly languages: RegExp
  /** They name the one value that passes. */
  readonly value?: string
  /** They accept every value of a type, pattern, or range, or with some part. */
  readonly property?: string
  /** They accept nearly everything. */
  readonly presence?: string
  /** Placeholders: they make an expected value accept more. */
  readonly placeholders?: string
}

const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const JVM = /^(?:java|kotlin)$/

const LIBRARIES: Readonly<Record<string, Matchers>> = {
  jest: {
    languages: SCRIPT,
    value: `toBe toEqual toStrictEqual toHaveLength toBeCloseTo toBeNull toBeUndefined toBeNaN toHaveBeenCalledWith toHaveBeenLastCalledWith
      toHaveBeenNthCalledWith toHaveBeenCalledTimes toHaveBeenCalledOnceWith toHaveReturnedWith toMatchSnapshot toMatchInlineSnapshot
      toThrowErrorMatchingSnapshot toThrowErrorMatchingInlineSnapshot toHaveText toHaveValue toHaveTextContent toHaveCount toHaveURL toHaveTitle`,
    property: `toMatch toContain toContainEqual toMatchObject toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual
      toBeInstanceOf toBeTypeOf toHaveProperty toSatisfy toBeOneOf toContainText toContainHTML toHaveBeenCalled toHaveReturned toThrow toThrowError`,
    presence: 'toBeTruthy toBeFalsy toBeDefined toBeVisible toBeInTheDocument toBeAttached',
    placeholders: `expect\\.(?:any|anything|stringContaining|stringMatching|objectContaining|arrayContaining)`,
  },
  chai: {
    languages: SCRIPT,
    value:
      'equal equals eq eql deepEqual strictEqual deepStrictEqual lengthOf members closeTo approximately calledWith calledOnceWith',
    property:
      'include includes contain contains match matches a an instanceof instanceOf typeOf isString isNumber isArray isObject isFunction above below least most within property keys throw throws string oneOf satisfy gt lt gte lte',
    presence: 'exist exists isOk ok isDefined isNotNull isNotEmpty notEqual empty',
  },
  'node:assert, tap, and ava': {
    languages: SCRIPT,
    value: 'equal strictEqual deepEqual deepStrictEqual is same strictSame equals snapshot partialDeepStrictEqual',
    property: 'match regex like notEqual notStrictEqual notDeepEqual doesNotMatch throws rejects type hasProp',
    presence: 'ok truthy falsy pass notThrows doesNotThrow',
  },
  rspec: {
    languages: /^ruby$/,
    value:
      'eq eql equal be_nil contain_exactly match_array have_received raise_error output be_within be_empty change equal_to',
    property:
      'be_a be_an be_kind_of be_a_kind_of be_instance_of be_an_instance_of match include start_with end_with be_between respond_to have_attributes have_key satisfy cover all matching',
    presence: 'be_truthy be_falsey be_falsy be_present exist be_any',
    placeholders:
      'anything|an_instance_of|instance_of|kind_of|a_kind_of|a_string_(?:matching|including|starting_with)|a_hash_including|hash_including|array_including|any_args|a_value',
  },
  minitest: {
    languages: /^ruby$/,
    value:
      'assert_equal assert_nil assert_same assert_in_delta assert_output assert_raises must_equal must_be_nil must_be_same_as',
    property:
      'assert_match assert_includes assert_kind_of assert_instance_of assert_operator assert_predicate assert_respond_to refute_equal must_match must_include must_be_kind_of must_be_instance_of wont_equal',
    presence: 'assert refute refute_nil refute_empty assert_not_nil wont_be_nil wont_be_empty must_be assert_silent',
  },
  'pytest and unittest': {
    languages: /^python$/,
    value:
      'assertEqual assertEquals assertIs assertIsNone assertDictEqual assertListEqual assertTupleEqual assertSetEqual assertCountEqual assertMultiLineEqual assertSequenceEqual assertAlmostEqual assert_called_with assert_called_once_with assert_has_calls assert_equal assert_array_equal assert_allclose assert_frame_equal assert_series_equal approx raises assertRaises',
    property:
      'assertIn assertIsInstance assertRegex assertNotEqual assertGreater assertGreaterEqual assertLess assertLessEqual isinstance issubclass startswith endswith assert_called assert_called_once hasattr re\\.(?:match|search|fullmatch) has_entries contains_string instance_of',
    presence: 'assert assertTrue assertFalse assertIsNotNone assertNotIn assert_',
    placeholders: 'mock\\.ANY|ANY',
  },
  testify: {
    languages: /^go$/,
    value:
      'NoError Equal Equalf EqualValues Exactly ElementsMatch JSONEq YAMLEq Len ErrorIs EqualError Zero Empty Nil Same InDelta InEpsilon BeEquivalentTo ContainElements ConsistOf DeepEqual DeepEquals',
    property:
      'Contains Containsf Regexp IsType Implements Greater GreaterOrEqual Less LessOrEqual Subset ErrorContains ErrorAs NotEqual Positive HaveKey ContainSubstring MatchRegexp ContainElement Match Matches HasPrefix HasSuffix MatchString',
    presence: 'NotNil NotEmpty NotZero NotPanics True False Error Succeed HaveOccurred',
    placeholders: 'mock\\.Anything|gomock\\.Any',
  },
  rust: {
    languages: /^rust$/,
    value:
      'assert_eq debug_assert_eq assert_snapshot assert_debug_snapshot assert_json_snapshot assert_yaml_snapshot should_panic',
    property: 'assert_ne contains starts_with ends_with matches assert_matches is_match',
    presence: 'assert debug_assert is_some is_ok is_err is_none is_empty unwrap expect unwrap_err expect_err',
  },
  'JUnit, Hamcrest, AssertJ, and Kotest': {
    languages: JVM,
    value:
      'assertEquals assertSame assertArrayEquals assertIterableEquals assertLinesMatch assertNull assertThrows assertThrowsExactly isEqualTo isSameAs isNull containsExactly containsExactlyInAnyOrder containsExactlyElementsOf hasSize hasToString isEqualToIgnoringCase isCloseTo isZero isOne isEmpty equalTo is sameInstance closeTo contains_exactly shouldBe shouldBeEqual shouldContainExactly hasMessage',
    property:
      'assertNotEquals assertInstanceOf contains containsString startsWith endsWith matches isInstanceOf isExactlyInstanceOf isGreaterThan isGreaterThanOrEqualTo isLessThan isLessThanOrEqualTo isBetween isIn isNotEqualTo isPositive isNegative containsKey containsEntry containsAnyOf hasItem hasItems hasEntry hasKey instanceOf greaterThan lessThan matchesPattern matchesRegex not anyOf shouldContain shouldStartWith shouldEndWith shouldMatch shouldNotBe shouldBeInstanceOf shouldBeTypeOf hasMessageContaining satisfies',
    presence:
      'assertNotNull isNotNull isNotEmpty isNotBlank isPresent notNullValue anything assertDoesNotThrow shouldNotBeNull shouldNotBeEmpty shouldExist assertTrue assertFalse isTrue isFalse',
    placeholders: 'any|anyString|anyInt|anyLong|anyList|ArgumentMatchers\\.any\\w*',
  },
  'googletest, Catch2, doctest, and XCTest': {
    languages: /^(?:c|swift)$/,
    value:
      '(?:EXPECT|ASSERT)_(?:EQ|STREQ|STRCASEEQ|DOUBLE_EQ|FLOAT_EQ|NEAR|THROW|DEATH|TRUE_EQ) BOOST_(?:CHECK|REQUIRE)_(?:EQUAL|CLOSE)\\w* (?:CHECK|REQUIRE)_EQ TEST_ASSERT_EQUAL\\w* ck_assert_\\w+_eq XCTAssertEqual XCTAssertIdentical XCTAssertNil',
    property:
      '(?:EXPECT|ASSERT)_(?:NE|LT|LE|GT|GE|STRNE) HasSubstr StartsWith EndsWith MatchesRegex ContainsRegex Contains AllOf AnyOf Gt Lt Ge Le Ne XCTAssertNotEqual XCTAssertGreaterThan\\w* XCTAssertLessThan\\w* contains find hasPrefix hasSuffix',
    presence:
      '(?:EXPECT|ASSERT)_NO_THROW NotNull XCTAssertNotNil XCTAssertNoThrow has_value (?:EXPECT|ASSERT)_(?:TRUE|FALSE) XCTAssertTrue XCTAssert empty isEmpty',
    placeholders: '::testing::_|testing::_|Anything',
  },
  phpunit: {
    languages: /^php$/,
    value:
      'assertSame assertEquals assertEqualsCanonicalizing assertNull assertCount assertJsonStringEqualsJsonString assertSimilar toBe toEqual toHaveCount expectExceptionMessage expectException',
    property:
      'assertInstanceOf assertIsString assertIsInt assertIsArray assertIsBool assertIsFloat assertIsObject assertStringContainsString assertStringStartsWith assertStringEndsWith assertMatchesRegularExpression assertContains assertArrayHasKey assertGreaterThan assertGreaterThanOrEqual assertLessThan assertLessThanOrEqual assertNotSame assertNotEquals toContain toMatch toStartWith toBeInstanceOf toBeString toBeInt toBeArray toHaveKey toBeGreaterThan',
    presence:
      'assertTrue assertFalse assertNotNull assertNotEmpty assertNotFalse toBeTruthy toBeTrue not->toBeNull not->toBeEmpty expectNotToPerformAssertions',
  },
  exunit: {
    languages: /^elixir$/,
    value: 'assert_receive assert_received assert_raise assert_in_delta',
    property:
      'is_binary is_list is_map is_integer is_atom is_number is_float is_tuple is_struct String\\.contains\\? String\\.starts_with\\? Enum\\.member\\? =~',
    presence: 'assert refute',
  },
  'xUnit, NUnit, and FluentAssertions': {
    languages: /^csharp$/,
    value:
      'Equal AreEqual AreSame Same StrictEqual Equivalent Null IsNull Single Throws ThrowsAsync Be BeEquivalentTo BeSameAs HaveCount EqualTo BeNull Empty BeEmpty',
    property:
      'Contains IsType IsAssignableFrom IsInstanceOf IsInstanceOfType Matches StartsWith EndsWith InRange NotEqual AreNotEqual Greater Less Contain StartWith EndWith Match MatchRegex BeOfType BeAssignableTo BeGreaterThan BeLessThan BeInRange NotBe ContainSingle BeOneOf',
    presence:
      'NotNull IsNotNull NotEmpty IsNotEmpty True IsTrue False IsFalse BeTrue BeFalse NotBeNull NotBeEmpty NotThrow',
    placeholders: 'It\\.IsAny|Arg\\.Any',
  },
}

interface Patterns {
  readonly value: RegExp
  readonly property: RegExp
  readonly presence: RegExp
  readonly placeholders: RegExp
}

const patterns = new Map<Language, Patterns>()

function patternsOf(language: Language): Patterns {
  const known = patterns.get(language)
  if (known) return known
  const rows = Object.values(LIBRARIES).filter(({ languages }) => languages.test(language))
  const words = (of: (row: Matchers) => string | undefined): RegExp => {
    const all = rows.flatMap(row => of(row)?.split(/\s+/) ?? [])
    return all.length === 0 ? /$^/ : new RegExp(`(?<![\\w$])(?:${all.join('|')})(?![\\w$])`)
  }
  const made = {
    value: words(({ value }) => value),
    property: words(({ property }) => property),
    presence: words(({ presence }) => presence),
    placeholders: words(({ placeholders }) => placeholders),
  }
  patterns.set(language, made)
  return made
}

/** Whether a word of an assertion is the name of a matcher. */
export function isMatcher(word: string, language: Language): boolean {
  const { value, property, presence } = patternsOf(language)
  return [value, property, presence, NEGATED].some(pattern => pattern.test(word))
}

const NEGATED = /(?<![\w$])(?:not|not_to|to_not|isNot|Not|toNotBe|should_not|is_not)(?![\w$])/
const NOTHING =
  /(?<![\w$])(?:be_nil|be_empty|toBeNull|toBeUndefined|toBeNaN|toThrow\w*|raise_error|throw|Null|Nil|BeNull|BeNil|nullValue|empty|be_null|undefined|null)(?![\w$])/
const EQUALITY =
  /(?<![=!<>])={2,3}(?!=)|(?<![\w$])is\s+(?:True|False|None)(?![\w$])|\.(?:equals|eql\?|isEqual\w*|deep_equal)\(|\bOk\(/
const INEQUALITY = /!==?|\s[<>]=?\s|(?<![\w$])(?:in|instanceof|typeof)(?![\w$])|=~/
const PRESENCE_TEST = /(?<![\w$])is\s+not\s+None(?![\w$])|!==?\s*(?:null|nil|undefined|nullptr|NULL|None)(?![\w$])/
/** `toBe(true)` demands as much as `toBeTruthy()`. */
const BOOLEAN = /[(,]\s*(?:true|false|True|False|TRUE|FALSE)\s*[,)]|\b(?:eq|assert_equal)\s+(?:true|false)\b/
/** A condition under which a test of Go fails. */
const GO_CONDITION = /^if\s/
const GO_PRESENCE = /==\s*(?:nil|0|["`]|false)|^if\s+!\w+\s*\{?$/

/** What one assertion demands, by its code with blank strings. An unknown matcher counts as one that names a value. */
export function strengthOf(code: string, language: Language): Strength {
  const { value, property, presence, placeholders } = patternsOf(language)
  const matcher = withoutSubject(code)
  if (value.test(matcher)) {
    if (NEGATED.test(matcher)) return NOTHING.test(matcher) ? STRENGTH.presence : STRENGTH.property
    if (BOOLEAN.test(matcher)) return STRENGTH.presence
    return placeholders.test(matcher) ? STRENGTH.property : STRENGTH.value
  }
  if (GO_CONDITION.test(code) && language === 'go') return strengthOfCondition(code, property)
  if (PRESENCE_TEST.test(matcher)) return STRENGTH.presence
  if (EQUALITY.test(matcher)) return STRENGTH.value
  if (property.test(matcher) || INEQUALITY.test(matcher))
    return NEGATED.test(matcher) && NOTHING.test(matcher) ? STRENGTH.presence : STRENGTH.property
  return presence.test(matcher) ? STRENGTH.presence : STRENGTH.value
}

function strengthOfCondition(code: string, property: RegExp): Strength {
  const condition = /^if\s[^{]*/.exec(code)?.[0] ?? ''
  if (/!=|\bDiff\b|\bEqual\w*\(|DeepEqual|errors\.Is/.test(condition)) return STRENGTH.value
  // `got && !want` misses the case of `!got && want`.
  if (property.test(condition) || /\s[<>]=?\s|&&\s*!|![\w.]+\s*&&/.test(condition)) return STRENGTH.property
  return GO_PRESENCE.test(condition) ? STRENGTH.presence : STRENGTH.value
}

/** `expect(subject)` without its subject, whose names mean nothing here. */
function withoutSubject(code: string): string {
  const open = /^(?:expect|expectThat|assertThat|Expect|is_expected)\s*\(/.exec(code)?.[0].length
  if (open === undefined) return code
  let depth = 1
  let at = open
  for (; at < code.length && depth > 0; at++) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0
  const rest = code.slice(at)
  // `assertThat(subject, is(value))` and `#expect(a == b)` have everything inside.
  return /^\s*[.\w?!-]/.test(rest) ? rest : code
}
