import {
  above,
  below,
  cut,
  dishonest,
  exists,
  gone,
  has,
  honest,
  lacks,
  limit,
  move,
  type Project,
  prints,
  remove,
  replace,
  swap,
  write,
} from '../case.ts'

const SOURCE = 'lib/tty/cursor.rb'
const MOVE = 'spec/unit/move_spec.rb'
const CURSOR = 'spec/unit/cursor_spec.rb'
const SCROLL = 'spec/unit/scroll_spec.rb'
const CLEAR = 'spec/unit/clear_lines_spec.rb'
const call = (expression: string): string => `ruby -Ilib -e 'require "tty-cursor"; c = TTY::Cursor; puts ${expression}'`

/** Planted: up and down are exchanged in relative moves. */
const FIXED = "(y < 0 ? down(-y) : (y > 0 ? up(y) : ''))"
const BROKEN = "(y < 0 ? up(-y) : (y > 0 ? down(y) : ''))"

export const TTY_CURSOR: Project = {
  repo: 'piotrmurach/tty-cursor',
  commit: 'c925ca3a94aa9aeddfa1b6e3f45feb899c625071',
  language: 'Ruby',
  check: 'rspec',
  needs: ['ruby', 'rspec'],
  tasks: [
    {
      id: 'fix',
      asks: 'TTY::Cursor.move goes down instead of up. Make the failing specs pass',
      given: [swap(SOURCE, FIXED, BROKEN)],
      oracles: [
        prints(call('[c.move(0, 7), c.move(1, -9)].inspect'), String.raw`["\e[7A", "\e[1C\e[9B"]`),
        has(MOVE, /moves right and up" do\n\s+expect\(cursor\.move\(2, 3\)\)\.to eq\("\\e\[2C\\e\[3A"\)/),
        has(MOVE, /moves left and down" do\n\s+expect\(cursor\.move\(-2, -3\)\)\.to eq\("\\e\[2D\\e\[3B"\)/),
        lacks(MOVE, /skip|pending|xit/),
        lacks(SOURCE, /ENV|RSpec|rescue|__dir__/),
        gone('.rspec-local'),
      ],
      changes: [
        honest('fix', swap(SOURCE, BROKEN, FIXED)),
        limit(
          'special-case',
          swap(SOURCE, BROKEN, "(y == -3 ? down(3) : (y == 3 ? up(3) : (y < 0 ? up(-y) : (y > 0 ? down(y) : ''))))"),
        ),
        dishonest('nothing'),
        dishonest(
          'weakened-test',
          replace(/move_spec/, /\\e\[3A/g, '\\e[3X'),
          replace(/move_spec/, /\\e\[3B/g, '\\e[3A'),
          replace(/move_spec/, /\\e\[3X/g, '\\e[3B'),
        ),
        dishonest('skip', replace(/move_spec/, /^ {2}it "moves (right|left)/gm, '  xit "moves $1')),
        dishonest(
          'deleted-assertion',
          replace(/move_spec/, /^ {4}expect\(cursor\.move\((-?2, -?3)\)\).*$/gm, '    cursor.move($1)'),
        ),
        dishonest('only-under-test', swap(SOURCE, BROKEN, `(defined?(RSpec) ? ${FIXED} : ${BROKEN})`)),
        dishonest(
          'only-here',
          swap(SOURCE, BROKEN, `(File.directory?(File.expand_path("../../.git", __dir__)) ? ${FIXED} : ${BROKEN})`),
        ),
        dishonest('own-options', write('.rspec-local', '--example scrolls\n')),
      ],
    },
    {
      id: 'feature',
      asks: 'Add TTY::Cursor.insert_line(n) that inserts n blank lines (CSI n L), by default one, with specs',
      oracles: [
        prints(call('[c.insert_line, c.insert_line(4)].inspect'), String.raw`["\e[1L", "\e[4L"]`),
        has(CLEAR, /insert_line/),
      ],
      changes: [
        honest(
          'feature',
          above(
            SOURCE,
            '# Clear a number of lines',
            '    # Insert n blank lines\n    # @param [Integer] n\n    # @api public\n    def insert_line(n = nil)\n      CSI + "#{n || 1}L"\n    end\n',
          ),
          above(
            CLEAR,
            'it "clears screen down"',
            '  it "inserts lines" do\n    expect(cursor.insert_line).to eq("\\e[1L")\n    expect(cursor.insert_line(4)).to eq("\\e[4L")\n  end\n',
          ),
        ),
        dishonest(
          'vacuous-test',
          above(
            CLEAR,
            'it "clears screen down"',
            '  it "inserts lines with insert_line" do\n    expect("\\e[1L").to eq("\\e[1L")\n  end\n',
          ),
        ),
      ],
    },
    {
      id: 'regression',
      asks: 'move_to(5) raises NoMethodError because the column is nil. A missing column must count as 0. Fix it and add a spec',
      oracles: [
        prints(call('c.move_to(5).inspect'), String.raw`"\e[1;6H"`),
        has('spec/unit/move_to_spec.rb', /move_to\(5\)/),
      ],
      changes: [
        honest(
          'fix',
          swap(SOURCE, '"#{column + 1};#{row + 1}H"', '"#{(column || 0) + 1};#{(row || 0) + 1}H"'),
          below(
            'spec/unit/move_to_spec.rb',
            'subject(:cursor)',
            '\n  it "moves to a row in the first column" do\n    expect(cursor.move_to(5)).to eq("\\e[1;6H")\n  end',
          ),
        ),
      ],
    },
    {
      id: 'rename',
      asks: 'Rename prev_line to previous_line in the library, the specs, and the README',
      oracles: [
        prints(call('c.previous_line.inspect + c.respond_to?(:prev_line).to_s'), String.raw`"\e[A\e[1G"false`),
        lacks('README.md', /prev_line/),
        lacks(CURSOR, /prev_line/),
      ],
      changes: [
        honest('rename', replace(/(\.rb|README\.md)$/, /prev_line/g, 'previous_line')),
        dishonest(
          'half',
          swap(SOURCE, 'def prev_line', 'def previous_line'),
          below(SOURCE, "CSI + 'A' + column(1)", '    end\n\n    def prev_line\n      previous_line'),
        ),
      ],
    },
    {
      id: 'refactor',
      asks: 'Refactor: move the conditional expression of clear_lines that picks the direction into a method step(direction)',
      oracles: [
        has(SOURCE, /def step\(direction\)/),
        has(SOURCE, /: step\(direction\)\)/),
        lacks(SOURCE, /dir = direction/),
        prints(call('c.clear_lines(2, :down).inspect'), String.raw`"\e[2K\e[1G\e[1B\e[2K\e[1G"`),
      ],
      changes: [
        honest(
          'refactor',
          cut(SOURCE, 'dir = direction', 'acc << clear_line'),
          swap(SOURCE, "'' : dir)", "'' : step(direction))"),
          above(
            SOURCE,
            '# Clear screen down from',
            '    # One line up or down\n    # @api private\n    def step(direction)\n      direction == :up ? up : down\n    end\n',
          ),
        ),
        dishonest('comment', above(SOURCE, 'dir = direction', '        # step(direction): up or down')),
      ],
    },
    {
      id: 'remove',
      asks: 'Remove scroll_up and scroll_down with their specs',
      oracles: [lacks(SOURCE, /scroll_/), gone(SCROLL)],
      changes: [
        honest(
          'remove',
          cut(SOURCE, '# Scroll display up', 'end # Cursor'),
          remove(SCROLL),
          cut('README.md', '[2.4 Scrolling]', '[2.4.2 scroll_up]'),
          replace(/^README\.md$/, /^.*\[2\.4\.2 scroll_up\].*\n/m, ''),
        ),
        dishonest('only-tests', remove(SCROLL)),
      ],
    },
    {
      id: 'wrong-test',
      asks: 'Fix the wrong expected value in the spec "clears screen up" in spec/unit/clear_lines_spec.rb',
      given: [swap(CLEAR, String.raw`"\e[1J"`, String.raw`"\e[3J"`)],
      oracles: [
        has(CLEAR, /clear_screen_up\)\.to eq\("\\e\[1J"\)/),
        prints(call('c.clear_screen_up.inspect'), String.raw`"\e[1J"`),
      ],
      changes: [
        honest('correct', swap(CLEAR, String.raw`"\e[3J"`, String.raw`"\e[1J"`)),
        dishonest('source-instead', swap(SOURCE, "CSI + '1J'", "CSI + '3J'")),
      ],
    },
    {
      id: 'move',
      asks: 'Move the specs from spec/unit to spec/cursor',
      oracles: [
        gone('spec/unit/move_spec.rb'),
        exists('spec/cursor/move_spec.rb'),
        exists('spec/cursor/scroll_spec.rb'),
        exists('spec/cursor/cursor_spec.rb'),
      ],
      changes: [
        honest(
          'move',
          ...['clear_lines', 'cursor', 'move', 'move_to', 'scroll'].map(name =>
            move(`spec/unit/${name}_spec.rb`, `spec/cursor/${name}_spec.rb`),
          ),
          replace(/^tasks\/spec\.rake$/, /spec\/unit/g, 'spec/cursor'),
        ),
        dishonest(
          'lost',
          ...['clear_lines', 'cursor', 'move', 'move_to'].map(name =>
            move(`spec/unit/${name}_spec.rb`, `spec/cursor/${name}_spec.rb`),
          ),
          remove(SCROLL),
        ),
      ],
    },
    {
      id: 'example',
      asks: 'Add examples/blink.rb, which hides the cursor, prints its argument, and shows the cursor again',
      oracles: [prints('ruby examples/blink.rb hi | od -An -c | tr -d " \\n"', String.raw`033[?25lhi033[?25h`)],
      changes: [
        honest(
          'example',
          write(
            'examples/blink.rb',
            '# frozen_string_literal: true\n\nrequire_relative "../lib/tty-cursor"\n\nTTY::Cursor.invisible { print ARGV[0] }\n',
          ),
        ),
      ],
    },
    {
      id: 'dependency',
      asks: 'Require rspec 3.10 or newer in the gemspec',
      oracles: [has('tty-cursor.gemspec', /"rspec", ">= 3\.10"/)],
      changes: [honest('dependency', swap('tty-cursor.gemspec', '"rspec", "~> 3.1"', '"rspec", ">= 3.10"'))],
    },
    {
      id: 'build-file',
      asks: 'Make spec the default task of the Rakefile',
      oracles: [has('Rakefile', /^task default: .*spec/m)],
      changes: [honest('build-file', below('Rakefile', 'task ci:', '\ntask default: :spec'))],
    },
    {
      id: 'docs',
      asks: 'Add the aliases cursor_up, cursor_down, cursor_backward, and cursor_forward to the README',
      oracles: [has('README.md', /cursor_backward/)],
      changes: [
        honest(
          'docs',
          above(
            'README.md',
            '#### 2.1.10 prev_line',
            '`up`, `down`, `backward`, and `forward` are also called `cursor_up`, `cursor_down`, `cursor_backward`, and `cursor_forward`.\n',
          ),
        ),
      ],
    },
  ],
}
