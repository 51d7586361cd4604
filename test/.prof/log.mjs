//#region src/read/believed.ts
const ranks = {
	hint: 0,
	banner: 1,
	footer: 2
};
/** Programs under test print what other tools print; a closing block outranks such lines, and so does a banner. */
function believed(heard, exitCode, primed) {
	const tests = heard.filter(({ found }) => found.reading.kind === "tests");
	const best = Math.max(0, ...tests.map(({ found }) => ranks[found.weight]));
	const explained = tests.some(({ found }) => found.reading.failures.length > 0);
	return heard.flatMap((one) => {
		const { reading, weight } = one.found;
		if (reading.kind !== "tests") return (reading.tool !== "node" || !explained) && (primed.has(reading.tool) || !printedByTests(one, tests, exitCode)) ? [one.found] : [];
		const empty = reading.tests === null && reading.failures.length === 0 && !reading.complete;
		return best === 0 || ranks[weight] > 0 && !(best === ranks.footer && ranks[weight] < best && empty) ? [one.found] : [];
	});
}
const BUILDERS = new Set([
	"go build",
	"rustc",
	"cargo",
	"javac",
	"dotnet build",
	"gcc"
]);
/** A complaint that nobody asked for, without a closing line, inside a run of tests that explains the exit code by itself. */
function printedByTests({ found, from }, tests, exitCode) {
	const { reading, weight } = found;
	if (reading.kind !== "diagnostics" || weight === "footer" || BUILDERS.has(reading.tool)) return false;
	return tests.some(({ found: run, since }) => {
		if (run.weight !== "footer" || !run.reading.complete) return false;
		return run.reading.failures.length > 0 ? from >= since : exitCode === 0;
	});
}
//#endregion
//#region src/read/deaths.ts
const SAYS_NOTHING = /^'?test failed'?$/;
/** node:test only says that a file failed; why stands in what the dying process printed. */
function explainDeaths(all, kept) {
	const deaths = all.filter(({ reading }) => reading.tool === "node").flatMap(({ reading }) => reading.failures);
	if (deaths.length === 0) return kept;
	const causes = matched(kept.flatMap(({ reading }) => reading.failures.filter(({ message }) => SAYS_NOTHING.test(message))), deaths);
	return kept.map((found) => {
		const failures = found.reading.failures.map((failure) => {
			const death = causes.get(failure);
			return death ? explained(failure, death) : failure;
		});
		return {
			...found,
			reading: {
				...found.reading,
				failures
			}
		};
	});
}
function matched(dead, deaths) {
	const causes = /* @__PURE__ */ new Map();
	const left = new Set(deaths);
	for (const failure of dead) {
		const own = [...left].find(({ file, message }) => file === failure.file || names$1(message, failure.file));
		if (!own) continue;
		causes.set(failure, own);
		left.delete(own);
	}
	const unexplained = dead.filter((failure) => !causes.has(failure));
	if (unexplained.length !== left.size) return causes;
	for (const [at, death] of [...left].entries()) {
		const failure = unexplained[at];
		if (failure) causes.set(failure, death);
	}
	return causes;
}
const names$1 = (message, file) => file !== null && message.includes(file);
function explained(failure, death) {
	const { message, family } = death;
	const place = death.file && death.line ? `${death.file}:${death.line}` : null;
	if (death.file === failure.file) return {
		...failure,
		message,
		family,
		line: death.line ?? failure.line,
		frame: death.frame
	};
	return {
		...failure,
		message,
		family: family ?? failure.family,
		frame: place ?? death.frame
	};
}
//#endregion
//#region src/read/explain.ts
const NOISE = /^\s*(?:$|>?\s*\d+ ?\||\||>\s*\d+ \||-{3,}|={3,}|_{3,}|⎯+|\^+\s*$|~+\s*$|at |❯ |› |# \.?\/|File "|Traceback|Error Trace:|Test:\s|Stack(?: Trace)?:|Message:|Error Message:|Caused by:|stacktrace:|Failure\/Error:|Details:|\[gw\d+\]|self = |thread '|note: run with|Error Context:|@pytest|def |\.\.\.$|---$|│\s*$)/;
const LABELLED = [
	[/^\s*Expected(?: value)?:\s+(.+)$/, /^\s*(?:Received(?: value)?|Actual):\s+(.+)$/],
	[/^\s*expected\s*:\s+(.+?),?$/, /^\s*(?:got|actual|received)\s*:\s+(.+?),?$/],
	[/^\s*right:\s+`?(.+?)`?,?$/, /^\s*left:\s+`?(.+?)`?,?$/]
];
const INLINE = [
	/expected:?\s*<(?<expected>.*)> but was:?\s*<(?<received>.*)>/,
	/assert (?<received>.+?) == (?<expected>.+)$/,
	/AssertionError: (?<received>.+?) != (?<expected>.+?)(?: : .*)?$/,
	/got:? (?<received>.+?)[,;] (?:want|wanted|expected):? (?<expected>.+)$/i,
	/(?:= |is )(?<received>[^,;]+)[,;] want (?<expected>.+)$/,
	/(?:want|expected):? (?<expected>.+?)[,;] (?:but )?(?:got|actual|received):? (?<received>.+)$/i,
	/Failed asserting that (?<received>.+) (?:is identical to|matches expected|equals) (?<expected>.+)\.$/,
	/[Ee]xpected (?<received>.+?) to (?:be|equal|deeply equal|strictly equal|deep equal|eql) (?<expected>.+?)(?: \/\/.*)?\.?$/,
	/: (?<received>.+?) (?:!==|!=|==) (?<expected>.+)$/,
	/^(?<received>\S.*?) (?:!==|!=|==) (?<expected>.+)$/
];
/** Finds the sentence and the two values in whatever a runner printed below a failing test. */
function explain(details) {
	const message = messageIn(details);
	const values = labelled(details) ?? diffed(details) ?? inline(details, message);
	return {
		message,
		expected: values?.expected ?? null,
		received: values?.received ?? null
	};
}
const DIFF_HEAD = /^\s*[-+] ?(?:Expected|Received|expected|actual)|^\s*(?:[-+]{3} |@@ )|^\s*\+ expected - actual|^\s*(?:Difference|Diff)\b/;
function messageIn(details) {
	const said = [];
	for (const line of details) {
		const announced = said.at(-1)?.endsWith(":") === true;
		if (NOISE.test(line) || DIFF_HEAD.test(line)) {
			if (said.length > 0 && !(announced && line.trim() === "")) break;
			continue;
		}
		if (said.length > 0 && !announced) break;
		said.push(line.trim().replace(/^(?:E\s+|│\s*|→\s*|Error:\s{2,}|error: (?=\w*Error: ))/, ""));
		if (said.length === 3) break;
	}
	return said.join(" ");
}
function labelled(details) {
	for (const [wanted, got] of LABELLED) {
		const expected = firstGroup(details, wanted);
		const received = firstGroup(details, got);
		if (expected !== null && received !== null) return {
			expected,
			received
		};
	}
	return null;
}
function firstGroup(details, pattern) {
	for (const line of details) {
		const found = pattern.exec(line)?.[1];
		if (found !== void 0) return found.trim();
	}
	return null;
}
const EXPECTED_IS_MINUS = /^\s*(?:- Expected\b|--- [Ee]xpected)/;
const EXPECTED_IS_PLUS = /^\s*(?:\+ expected - actual|\+ actual - expected|Difference \(- actual, \+ expected\))/;
function diffed(details) {
	const start = details.findIndex((line) => EXPECTED_IS_MINUS.test(line) || EXPECTED_IS_PLUS.test(line));
	if (start === -1) return null;
	const header = details[start] ?? "";
	const minusIsExpected = EXPECTED_IS_MINUS.test(header) || header.includes("+ actual - expected");
	const minus = [];
	const plus = [];
	for (const line of details.slice(start + 1, start + 60)) {
		const sign = /^\s*(?:E\s+|│\s+)?([-+])(?![-+]{2} )(.*)$/.exec(line);
		if (!sign || /^ ?(?:Expected|Received)\b/.test(sign[2] ?? "")) continue;
		(sign[1] === "-" ? minus : plus).push((sign[2] ?? "").trim().replace(/,$/, ""));
	}
	if (minus.length === 0 && plus.length === 0) return null;
	const [expected, received] = minusIsExpected ? [minus, plus] : [plus, minus];
	return {
		expected: joined(expected),
		received: joined(received)
	};
}
const joined = (lines) => lines.length === 0 ? "(nothing)" : lines.slice(0, 4).join(" ⏎ ");
function inline(details, message) {
	for (const line of [message, ...details.slice(0, 30)]) {
		if (line.length > 600) continue;
		const text = line.replace(/^\s*E\s+/, "").trim();
		for (const pattern of INLINE) {
			const groups = pattern.exec(text)?.groups;
			if (groups) return {
				expected: (groups["expected"] ?? "").trim(),
				received: (groups["received"] ?? "").trim()
			};
		}
	}
	return null;
}
//#endregion
//#region src/read/families.ts
const signs = [
	["missing-module", /cannot find (?:module|package)|no module named|modulenotfound|cannot load such file|unresolved import|failed to resolve import|can't find crate|no required module provides|package .+ is not in (?:std|goroot)|class .+ not found|command not found|\bTS2307\b|import .+ failed, not found|could not find executable|failed to load url/i],
	["syntax", /syntax ?error|parse ?error|unexpected token|parse failed|unexpected end of|unterminated|expression expected|expected expression|encountered an unexpected token|invalid syntax|indentationerror/i],
	["timeout", /timed? ?out|timeout|exceeded .*(?:ms|seconds)|did not finish before/i],
	["snapshot", /snapshot/i],
	["out-of-memory", /out of memory|heap limit|memory size .* exhausted|oomkilled|cannot allocate memory|memoryerror/i],
	["port-in-use", /eaddrinuse|address already in use/i],
	["permission", /eacces|eperm|permission denied|operation not permitted|permissionerror/i],
	["network", /econnrefused|econnreset|enotfound|etimedout|eai_again|connection refused|connection reset|network is unreachable|getaddrinfo|could not resolve host/i],
	["crash", /segmentation fault|segfault|sigsegv|sigabrt|core dumped|process abort|stack overflow|stack size exceeded|crashed while running/i],
	["null-access", /cannot read propert|undefined is not|is not a function|nil pointer|nullpointerexception|nonetype|undefined method .+ for nil|unwrap\(\)` on a `none|null reference|object reference not set/i],
	["type-mismatch", /is not assignable to|mismatched types|incompatible types?|cannot use .+ as .+ (?:value|type)|has no attribute|does not exist on type|type mismatch|cannot convert|\bTS2\d{3}\b|\[(?:arg-type|assignment|return-value|attr-defined)\]/i],
	["assertion", /assert|expected|expect\(|to (?:be|equal|deeply|strictly)|left == right|should|!==|\bwant\b|did not raise/i]
];
/** What kind of trouble a message tells of; null when it could be anything. */
function familyOf(message) {
	return signs.find(([, sign]) => sign.test(message))?.[0] ?? null;
}
//#endregion
//#region src/read/paths.ts
/** A path as the reader of a report wants it: POSIX, from the root, without URL or `./`. */
function projectPath(path, context) {
	let file = path.trim().replace(/^file:\/\/(?=\/)/, "");
	if (/^[A-Za-z]:[\\/]|\\/.test(file)) file = file.replaceAll("\\", "/");
	const root = context.root?.replaceAll("\\", "/").replace(/\/$/, "");
	if (root && file.startsWith(`${root}/`)) return file.slice(root.length + 1);
	if (/^(?:\/|[A-Za-z]:\/)/.test(file)) return file;
	file = file.replace(/^(?:\.\/)+/, "");
	return context.directory && !file.startsWith(`${context.directory}/`) ? `${context.directory}/${file}` : file;
}
const FOREIGN$1 = /node_modules|node:|\/internal\/|^internal\/|site-packages|dist-packages|\/usr\/(?:lib|share|local\/lib)|\.cargo\/|\/rustc\/|rubygems|\/gems\/|\/vendor\/|^ext:|<frozen|<anonymous>|_testmain\.go|\/go-?[\d.]*\/src\/|^\/rustc|jest-circus|^deno:|\/dist\/chunk/;
/** Whether a frame is in code that somebody here could change. */
const isOwnFrame = (path) => !FOREIGN$1.test(path);
const PYTHON_FRAME = /File "([^"]+)", line (\d+)/;
const LINE_WORD = /in (.+):line (\d+)/;
const PLACE$7 = /((?:file:\/\/)?(?:[A-Za-z]:[\\/])?[^\s()"'`:[\]<>|,=]*(?:\[[^\]]*\][^\s()"'`:[\]<>|,=]*)?\.[A-Za-z]{1,5}):(\d+)/;
/** The place that a stack line names; null for a line that is none. */
function placeIn$1(line) {
	const found = PYTHON_FRAME.exec(line) ?? LINE_WORD.exec(line) ?? PLACE$7.exec(line);
	return found ? {
		file: found[1] ?? "",
		line: Number(found[2])
	} : null;
}
const FRAME = /^\s*(?:at |❯ |› |# |in |File "|\/|\.\/|thread '.*panicked at|\S+\.\w{1,5}:\d+(?::\d+)?(?:: |:in |$)|\(.+\) \S+\.exs?:\d+:)|panicked at |\) at /;
const isFrame = (line) => FRAME.test(line);
const FOREIGN_CALLER = /^\s*at (?:\S+\/\/?)?(?:org\.(?:junit|opentest4j|assertj|mockito|hamcrest|gradle|apache\.maven)|java|javax|jdk|sun|junit|kotlin|scala|groovy)\./;
/** The first place in the project's own code that a failure's details name. */
function ownFrame(lines) {
	for (const line of lines) {
		if (!isFrame(line) || FOREIGN_CALLER.test(line)) continue;
		const place = placeIn$1(line);
		if (place && isOwnFrame(place.file)) return place;
	}
	return null;
}
//#endregion
//#region src/read/plain.ts
const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const ESCAPES = /\u001b(?:\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b\n]*(?:\u001b\\)?|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~]?)|\u009b[0-?]*[ -/]*[@-~]?/g;
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const TO_COLUMN_ONE = /\u001b\[1?G/g;
const LINE_SEPARATORS = /[\u2028\u2029]/g;
/** A line longer than this is cut; a report printed on one line may be long, anything else is nobody's message. */
const MAX_LINE$1 = 8e6;
/** Text as a person would see it: no escapes, no invisible characters, overwritten lines as they ended up. */
function plain(text) {
	if (!SPECIAL.test(text)) return text;
	if (!text.includes("\x1B") && !text.includes("")) return unescaped$1(text);
	return unescaped$1(text.replace(TO_COLUMN_ONE, "\r").replace(ESCAPES, ""));
}
/** Like `plain`, but leaves single invisible characters to whoever shows a line: looking for them costs more than reading. */
function visible(text) {
	const bare = text.includes("\x1B") || text.includes("") ? text.replace(TO_COLUMN_ONE, "\r").replace(ESCAPES, "") : text;
	return bare.includes("\r") ? bare.split("\n").map(overwritten).join("\n") : bare;
}
function unescaped$1(text) {
	const clean = text.replace(INVISIBLE, "").replace(LINE_SEPARATORS, " ");
	return clean.includes("\r") ? clean.split("\n").map(overwritten).join("\n") : clean;
}
function overwritten(line) {
	if (!line.includes("\r")) return line;
	const parts = line.split("\r");
	for (let index = parts.length - 1; index > 0; index--) if (parts[index] !== "") return parts[index] ?? "";
	return parts[0] ?? "";
}
/** Cuts a stream of chunks into plain lines. Keeps at most one unfinished line, and of that at most a megabyte. */
var PlainLines = class {
	#take;
	#rest = "";
	constructor(take) {
		this.#take = take;
	}
	push(chunk) {
		const end = chunk.lastIndexOf("\n");
		if (end === -1) {
			this.#rest = (this.#rest + chunk).slice(0, 1e6);
			return;
		}
		this.#lines(this.#rest + chunk.slice(0, end));
		this.#rest = chunk.slice(end + 1);
	}
	end() {
		if (this.#rest !== "") this.#lines(this.#rest);
		this.#rest = "";
	}
	#lines(text) {
		const clean = visible(text);
		let from = 0;
		while (from <= clean.length) {
			const at = clean.indexOf("\n", from);
			const to = at === -1 ? clean.length : at;
			this.#take(clean.slice(from, to - from > MAX_LINE$1 ? from + MAX_LINE$1 : to));
			from = to + 1;
		}
	}
};
//#endregion
//#region src/read/totals.ts
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
//#endregion
//#region src/read/gather.ts
const MAX_FAILURES = 5e3;
const MAX_DETAILED = 200;
const MAX_DETAIL_LINES = 80;
const MAX_VALUE = 300;
/** Collects the failures of one run. Bounded: the first ones in full, later ones by name, the rest by number. */
var Gathered = class {
	drafts = [];
	notes = [];
	dropped = 0;
	#context;
	constructor(context) {
		this.#context = context;
	}
	add(fields) {
		const draft = {
			file: null,
			line: null,
			rule: null,
			message: null,
			family: null,
			...fields,
			details: []
		};
		if (this.drafts.length < MAX_FAILURES) this.drafts.push(draft);
		else this.dropped += 1;
		return draft;
	}
	detail(draft, line) {
		if (!draft || draft.details.length >= MAX_DETAIL_LINES) return;
		if (this.drafts.length > MAX_DETAILED && draft.details.length >= 5) return;
		draft.details.push(line.length > 1e3 ? line.slice(0, 1e3) : line);
	}
	note(text) {
		if (this.notes.length < 20 && !this.notes.includes(text)) this.notes.push(text);
	}
	failures(kind, drafts = this.drafts) {
		const seen = /* @__PURE__ */ new Map();
		return drafts.map((draft, at) => {
			const failure = finished(at < MAX_DETAILED ? draft : {
				...draft,
				details: [],
				message: draft.message ?? draft.details[0] ?? ""
			}, kind, this.#context);
			const count = (seen.get(failure.id) ?? 0) + 1;
			seen.set(failure.id, count);
			return count === 1 ? failure : {
				...failure,
				id: `${failure.id}#${count}`
			};
		});
	}
	/** The reading of a run of tests. */
	tests(tool, facts) {
		const failures = this.failures("tests");
		if (this.dropped > 0) this.note(`${this.dropped} more failures are not listed`);
		const { counts, complete, ran, weight } = facts;
		return {
			weight,
			reading: {
				...blank(tool, "tests"),
				tests: counts,
				failures,
				complete,
				ran,
				notes: this.notes
			}
		};
	}
	/** The reading of a linter or compiler. Of `warnings`, which are among the drafts, it only says how many. */
	diagnostics(tool, facts) {
		const { complete, weight, warnings, problems } = facts;
		const mild = warnings?.size ?? 0;
		const errors = mild === 0 ? this.drafts : this.drafts.filter((draft) => !warnings?.has(draft));
		const failures = this.failures("diagnostics", errors);
		if (mild > 0) this.note(plural(mild, "warning"));
		const counted = {
			errors: failures.length + this.dropped,
			warnings: mild
		};
		return {
			weight,
			reading: {
				...blank(tool, "diagnostics"),
				failures,
				complete,
				notes: this.notes,
				problems: problems === void 0 ? counted : problems
			},
			...failures.length === 0 && mild > 0 ? { warnings: this.failures("diagnostics") } : {}
		};
	}
};
function blank(tool, kind) {
	return {
		tool,
		kind,
		package: null,
		tests: null,
		failures: [],
		complete: true,
		ran: true,
		coverage: null,
		problems: null,
		notes: []
	};
}
const shorten = (text) => {
	if (text === null) return null;
	const clean = plain(text).trim();
	return clean.length > MAX_VALUE ? `${clean.slice(0, MAX_VALUE)}…` : clean;
};
/** One spelling for title paths: some runners join them by ›, some by >, and titles contain either. */
const titlePath = (title) => plain(title.filter((part) => part !== "").join(" > ")).replaceAll(" › ", " > ").trim();
function finished(draft, kind, context) {
	const said = explain(draft.details);
	const place = ownFrame(draft.details);
	const file = draft.file ?? (place ? place.file : null);
	const path = file === null ? null : projectPath(plain(file), context);
	const name = titlePath(draft.title);
	const message = shorten(draft.message ?? said.message) ?? "";
	const frame = place && isOwnFrame(place.file) ? `${projectPath(place.file, context)}:${place.line}` : null;
	const sameFile = path === null ? null : lineIn(draft.details, path);
	return {
		id: kind === "diagnostics" ? `${path ?? ""}:${draft.rule ?? name}` : path ? `${path}::${name}` : name,
		file: path,
		line: draft.line ?? sameFile,
		name,
		message,
		expected: shorten(said.expected),
		received: shorten(said.received),
		frame,
		rule: draft.rule,
		family: draft.family ?? familyOf([
			draft.rule ?? "",
			message,
			...draft.details.slice(0, 12)
		].join("\n"))
	};
}
/** Where in its own file a failure happened: not always the first frame, which may be in the code under test. */
function lineIn(details, path) {
	return details.filter(isFrame).map(placeIn$1).find((place) => place !== null && (place.file === path || place.file.endsWith(`/${path}`) || path.endsWith(`/${place.file}`)))?.line ?? null;
}
/** Reads "3 failed, 2 passed" style lists: every number with the word that follows it. */
function numbered(text) {
	const found = /* @__PURE__ */ new Map();
	for (const [, amount, word] of text.matchAll(/(\d+) ([a-z]+(?: [a-z]+)?)/gi)) found.set((word ?? "").toLowerCase(), Number(amount));
	return found;
}
/** Reads "Failures: 2, Errors: 1" style lists. */
function labelledNumbers(text) {
	const found = /* @__PURE__ */ new Map();
	for (const [, word, amount] of text.matchAll(/([A-Za-z][A-Za-z ]*?)[:=]\s*(\d+)/g)) found.set((word ?? "").trim().toLowerCase(), Number(amount));
	return found;
}
/** The number of spaces that a line begins with. */
function indentOf(line) {
	let at = 0;
	while (line.charCodeAt(at) === 32) at += 1;
	return at;
}
//#endregion
//#region src/read/tools/ava.ts
const ava = {
	tool: "ava",
	wakes: [
		"✘ ",
		"✖ [fail]",
		"─",
		"✔ ",
		"Uncaught exception in ",
		"Unhandled rejection in "
	],
	create: (context) => new Ava(context)
};
const FAIL$1 = /^ {2}[✘✖] \[fail\]: (.+)$/;
const TOTAL$8 = /^ {2}(\d+) (?:(tests?|hooks?) (failed|passed|skipped|todo)|(known failures?|uncaught exceptions?|unhandled rejections?|tests? were pending.*))$/;
const UNCAUGHT$1 = /^ {2}(Uncaught exception|Unhandled rejection) in (.+)$/;
const OTHER = /^ {2}✘ (Exiting due to process\.exit\(\).*|\d+ tests? remaining in .*|Couldn’t find any .*|No tests found in .*|Based on your configuration.*|.*exited with a non-zero exit code.*|Timed out while running tests)$/;
/** A one-line report per test, then a rule, the details of each failure under its title, a rule, and the totals. */
var Ava = class {
	#context;
	#run;
	#totals = /* @__PURE__ */ new Map();
	#after = false;
	#draft = null;
	#passed = 0;
	#nothing = false;
	#early = false;
	#marks = 0;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text === "  ─") {
			this.#after = true;
			this.#draft = null;
			this.#totals = /* @__PURE__ */ new Map();
			return;
		}
		const failed = FAIL$1.exec(text)?.[1];
		if (failed !== void 0) {
			this.#fail(failed);
			return;
		}
		const uncaught = UNCAUGHT$1.exec(text);
		if (uncaught) {
			this.#marks += 1;
			this.#draft = this.#run.add({
				title: [uncaught[1] ?? ""],
				file: uncaught[2] ?? null
			});
			return;
		}
		if (/^ {2}✔ /.test(text)) this.#passed += 1;
		else if (text.startsWith("  ✘ ") && OTHER.test(text)) this.#other(text.trim());
		else if (this.#after && TOTAL$8.test(text)) this.#total(TOTAL$8.exec(text));
		else this.#detail(text);
	}
	end() {
		const of = (word) => this.#totals.get(word) ?? 0;
		const primed = this.#context.primed.has("ava");
		if (!primed && this.#marks === 0 && !this.#nothing && !(this.#after && this.#totals.size > 0 && this.#passed > 0)) return [];
		const failed = of("failed");
		const passed = this.#totals.has("passed") || this.#totals.has("known") ? of("passed") + of("known") : this.#passed;
		const skipped = of("skipped") + of("todo");
		const counts = this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : this.#totals.size > 0 ? {
			passed,
			failed,
			skipped,
			total: passed + failed + skipped
		} : null;
		const complete = this.#totals.size > 0 && !this.#early || this.#nothing;
		const weight = complete || primed ? "footer" : this.#run.drafts.length > 0 ? "banner" : "hint";
		return [this.#run.tests("ava", {
			counts,
			complete,
			ran: !this.#nothing && passed + failed + this.#passed > 0,
			weight
		})];
	}
	#fail(words) {
		this.#marks += 1;
		this.#run.add({ title: [words] });
	}
	#other(text) {
		if (/Couldn’t find any|No tests found|Based on your configuration/.test(text)) this.#nothing = true;
		else {
			this.#marks += 1;
			if (/Exiting due to|remaining in/.test(text)) this.#early = true;
			const file = /^✘ Exiting due to process\.exit\(\) when running (.+)$/.exec(text)?.[1];
			if (file) this.#run.add({
				title: ["process.exit()"],
				file,
				message: "process.exit() was called before the tests had ended"
			});
			this.#run.note(text.replace(/^✘ /, ""));
		}
		this.#draft = null;
	}
	#total(found) {
		this.#draft = null;
		const word = found?.[3] ?? found?.[4]?.split(" ")[0] ?? "";
		this.#totals.set(word, (this.#totals.get(word) ?? 0) + Number(found?.[1] ?? 0));
	}
	#detail(text) {
		const title = this.#after ? /^ {2}(\S.*)$/.exec(text)?.[1] : void 0;
		const heading = title === void 0 ? void 0 : this.#run.drafts.find((draft) => draft.details.length === 0 && (draft.title[0] === title || draft.title[0]?.startsWith(`${title} `)));
		if (heading && title !== void 0) {
			heading.title = title.split(" › ");
			this.#draft = heading;
			return;
		}
		const draft = this.#draft;
		if (!draft) return;
		if (/^\s+\d+: |^ {2}(?:Error thrown in test:|Rejected promise returned by test\. Reason:)$/.test(text)) return;
		this.#run.detail(draft, /^ {2}\S+\.[cm]?[jt]sx?:\d+$/.test(text) ? `  at ${text.trim()}` : text);
		const place = /^ {2}(?:\S+\.[cm]?[jt]sx?:\d+$|› |at |\/)|^\s+at /.test(text) ? placeIn$1(text) : null;
		if (place && isOwnFrame(place.file) && draft.file === null) {
			draft.file = place.file;
			draft.line = place.line;
		}
	}
};
//#endregion
//#region src/read/tools/bats-pretty.ts
/** What bats prints on a terminal; elsewhere it speaks TAP. */
const batsPretty = {
	tool: "bats",
	wakes: ["✗ ", "✓ "],
	create: (context) => new BatsPretty(context)
};
const FAILED$4 = /^ ✗ (.+?)(?: \[\d+\])?$/;
const PASSED = /^ ✓ /;
const SKIPPED = /^ - /;
const TOTAL$7 = /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, (\d+) not run)?(?: in .*)?$/;
var BatsPretty = class {
	#run;
	#draft = null;
	#totals = null;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const failed = FAILED$4.exec(text)?.[1];
		if (failed !== void 0) this.#draft = this.#run.add({ title: [failed] });
		else if (PASSED.test(text) || SKIPPED.test(text)) this.#draft = null;
		else if (TOTAL$7.test(text)) this.#totals = (TOTAL$7.exec(text) ?? []).slice(1).map((number) => Number(number ?? 0));
		else if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		if (!this.#totals) return [];
		const [total = 0, failed = 0, skipped = 0, notRun = 0] = this.#totals;
		const counts = {
			passed: total - failed - skipped - notRun,
			failed,
			skipped: skipped + notRun,
			total
		};
		return [this.#run.tests("bats", {
			counts,
			complete: true,
			ran: total - skipped > 0,
			weight: "banner"
		})];
	}
	#detail(draft, text) {
		const place = /^ {3}\((?:in test file|from function .* in (?:test )?file) (.+), line (\d+)/.exec(text);
		if (place) {
			draft.file = place[1] ?? null;
			draft.line = Number(place[2]);
		} else if (text.startsWith("   ")) this.#run.detail(draft, text);
	}
};
//#endregion
//#region src/read/tools/biome.ts
const biome = {
	tool: "biome",
	wakes: [
		"::error title=",
		"::warning title=",
		"Checked "
	],
	wakesWhen: (text) => text.charCodeAt(text.length - 1) === 9473,
	create: (context) => new Biome(context)
};
const HEAD$1 = /^(\S.*?)(?::(\d+):\d+)? ((?:lint|assist|plugin|suppressions|internalError|configuration)\/\S+|parse|format|organizeImports|lint|check|ci|migrate)(?: {1,2}[A-Z-]+)* +━{3,}$/;
const SAID$1 = /^ {2}([×✖!⚠ℹi]) (.+)$/;
const GITHUB = /^::(error|warning) title=([^,]+),file=([^,]+),line=(\d+),.*?::(.+)$/;
const COUNTED = /^Found (\d+) (error|warning)s?\.$/;
const CLOSED = /^Checked \d+ files? in /;
var Biome = class {
	#run;
	#warnings = /* @__PURE__ */ new Set();
	#draft = null;
	#closed = false;
	#empty = false;
	#seen = false;
	#said = null;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.charCodeAt(text.length - 1) === 9473) this.#head(text);
		else if (text.startsWith("::")) this.#github(text);
		else if (this.#draft && this.#draft.message === null) this.#say(this.#draft, text);
		else if (text.startsWith("Checked ") && CLOSED.test(text)) {
			this.#closed = true;
			this.#empty = text.startsWith("Checked 0 ");
		} else if (text.startsWith("Found ")) this.#count(text);
	}
	end() {
		if (!this.#seen && !this.#closed) return [];
		const placed = this.#run.drafts.filter(({ file }) => file !== null);
		this.#run.drafts.splice(0, this.#run.drafts.length, ...placed);
		const found = this.#run.diagnostics("biome", {
			complete: this.#closed || this.#seen,
			weight: this.#closed ? "footer" : "banner",
			warnings: this.#warnings,
			...this.#said ? { problems: this.#said } : {}
		});
		return [this.#empty ? {
			...found,
			reading: {
				...found.reading,
				ran: false,
				problems: null
			}
		} : found];
	}
	#count(text) {
		const found = COUNTED.exec(text);
		if (!found || !this.#closed) return;
		this.#said ??= {
			errors: 0,
			warnings: 0
		};
		this.#said[found[2] === "error" ? "errors" : "warnings"] = Number(found[1]);
	}
	#head(text) {
		const head = HEAD$1.exec(text);
		this.#draft = null;
		if (!head) return;
		this.#seen = true;
		const [, file = "", line, rule = ""] = head;
		this.#draft = this.#run.add({
			title: [rule],
			rule,
			file,
			line: line ? Number(line) : null,
			family: rule === "format" ? "format" : rule === "parse" ? "syntax" : "lint"
		});
	}
	#say(draft, text) {
		const said = SAID$1.exec(text);
		if (!said) return;
		draft.message = said[2] ?? "";
		draft.title = [draft.message];
		if (said[1] === "!" || said[1] === "⚠" || said[1] === "i" || said[1] === "ℹ") this.#warnings.add(draft);
	}
	#github(text) {
		const found = GITHUB.exec(text);
		if (!found || !/^(?:lint\/|parse$|format$|assist\/)/.test(found[2] ?? "")) return;
		const [, severity, rule = "", file = "", line, message = ""] = found;
		this.#seen = true;
		const draft = this.#run.add({
			title: [message],
			rule,
			file,
			line: Number(line),
			message
		});
		if (severity === "warning") this.#warnings.add(draft);
	}
};
//#endregion
//#region src/read/tools/bun.ts
const bun = {
	tool: "bun test",
	wakes: [
		"bun test v",
		"(fail) ",
		"(pass) "
	],
	create: (context) => new Bun(context)
};
const FAILED$3 = /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/;
const MARK$1 = /^\((?:pass|skip|todo)\) |^[✓»✎] /;
const FILE$2 = /^(\S.*\.[cm]?[jt]sx?):$/;
const TOTAL$6 = /^ ?(\d+) (pass|fail|skip|todo|errors?|filtered out|snapshots.*)$/;
const RAN$1 = /^Ran (\d+) tests? across \d+ files?\./;
/** What went wrong stands above the line that names the test. */
var Bun = class {
	#run;
	#file = null;
	#above = [];
	#between = 0;
	#totals = /* @__PURE__ */ new Map();
	#ran = null;
	#banner = false;
	#nothing = false;
	#repeating = false;
	#marks = {
		fail: 0,
		pass: 0,
		skip: 0
	};
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		if (/^bun test v\d/.test(text)) this.#banner = true;
		else if (/^\d+ tests (?:failed|skipped|todo):$/.test(text)) this.#repeating = true;
		else if (FAILED$3.test(text)) this.#fail(FAILED$3.exec(text)?.[1] ?? "");
		else if (MARK$1.test(text)) this.#other(text);
		else if (FILE$2.test(text)) this.#enter(FILE$2.exec(text)?.[1] ?? null);
		else if (/^-{5,}$/.test(text) && this.#between > 0) this.#rule();
		else if (text.startsWith("# Unhandled error between tests")) this.#between = 1;
		else if (TOTAL$6.test(text)) this.#total(TOTAL$6.exec(text));
		else if (RAN$1.test(text)) this.#ran = Number(RAN$1.exec(text)?.[1]);
		else if (/matched 0 tests\.|had no matches$|^No tests found/.test(text)) this.#nothing = this.#banner;
		else this.#inside(text);
	}
	end() {
		if (!this.#banner && this.#ran === null) return [];
		const of = (word) => this.#totals.get(word) ?? 0;
		const bailed = this.#totals.size === 0 && this.#ran !== null;
		const failed = bailed ? this.#marks.fail : of("fail");
		const passed = bailed ? this.#marks.pass : of("pass");
		const skipped = bailed ? this.#marks.skip : of("skip") + of("todo");
		const counts = this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : this.#ran === null ? null : {
			passed,
			failed,
			skipped,
			total: this.#ran
		};
		const complete = this.#ran !== null || this.#nothing;
		const ran = !this.#nothing && (counts === null || passed + failed > 0);
		return [this.#run.tests("bun test", {
			counts,
			complete,
			ran,
			weight: this.#banner && complete ? "footer" : "banner"
		})];
	}
	#fail(title) {
		const above = this.#above;
		this.#above = [];
		if (this.#repeating) return;
		this.#marks.fail += 1;
		const draft = this.#run.add({
			title: title.split(" > "),
			file: this.#file
		});
		for (const line of above) this.#run.detail(draft, line);
		const own = above.filter((line) => /^\s+at /.test(line)).map(placeIn$1).find((place) => place !== null && isOwnFrame(place.file) && this.#file !== null && place.file.endsWith(this.#file));
		if (own) draft.line = own.line;
		if (above.length === 0) this.#lastEmpty = draft;
	}
	#lastEmpty = null;
	#other(text) {
		this.#above = [];
		if (this.#repeating) return;
		if (text.startsWith("(pass)") || text.startsWith("✓")) this.#marks.pass += 1;
		else this.#marks.skip += 1;
	}
	#enter(file) {
		this.#file = file;
		this.#above = [];
	}
	#rule() {
		if (this.#between === 1) {
			this.#between = 2;
			this.#above = [];
			return;
		}
		this.#between = 0;
		const draft = this.#run.add({
			title: ["Unhandled error between tests"],
			file: this.#file
		});
		for (const line of this.#above) this.#run.detail(draft, line);
		this.#above = [];
	}
	#total(found) {
		this.#above = [];
		this.#totals.set(found?.[2] ?? "", Number(found?.[1] ?? 0));
	}
	#inside(text) {
		if (this.#lastEmpty && /^ {2}\^ /.test(text)) this.#run.detail(this.#lastEmpty, text.replace(/^ {2}\^ /, ""));
		this.#lastEmpty = null;
		this.#above.push(text);
		if (this.#above.length > 60) this.#above.shift();
	}
};
//#endregion
//#region src/read/tools/cargo-start.ts
/** cargo or rustup that could not even begin: no toolchain, no manifest, no such target. */
const cargoStart = {
	tool: "cargo",
	wakes: ["error: "],
	create: (context) => new CargoStart(context)
};
const REFUSED = /^error: ((?:no override and no default toolchain|rustup could not choose a version|could not find `Cargo\.toml`|no such (?:command|subcommand): `|toolchain '\S+' is not installed|'cargo-\S+' is not installed|failed to (?:parse|load) (?:manifest|lock file)|failed to parse lock file|no (?:test|bin|example|bench|library) targets? |manifest path `|failed to select a version|no matching package |package ID specification `|the lock file .+ needs to be updated|failed to get `|the option `Z` is only accepted).*)$/;
var CargoStart = class {
	#run;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const message = text.startsWith("error: ") ? REFUSED.exec(text)?.[1] : void 0;
		if (message !== void 0) this.#run.add({
			title: [message],
			message
		});
	}
	end(exitCode) {
		if (this.#run.drafts.length === 0 || exitCode === 0) return [];
		const { reading, weight } = this.#run.diagnostics("cargo", {
			complete: false,
			weight: "banner",
			problems: null
		});
		return [{
			reading: {
				...reading,
				ran: false
			},
			weight
		}];
	}
};
//#endregion
//#region src/read/tools/cargo-test.ts
const cargoTest = {
	tool: "cargo test",
	wakes: [
		"Running unittests ",
		"Running tests/",
		"Running ",
		"running ",
		"test result: ",
		"Doc-tests "
	],
	create: (context) => new CargoTest(context)
};
const RUNNING = /^running (\d+) tests?$/;
const RESULT$4 = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out/;
const TARGET$1 = /^\s+Running (?:unittests )?(\S+)/;
const TEST = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)?/;
const BLOCK$1 = /^---- (.+) stdout ----$/;
var CargoTest = class {
	#run;
	#counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	#target = null;
	#failing = /* @__PURE__ */ new Map();
	#blocks = /* @__PURE__ */ new Map();
	#block = null;
	#listing = false;
	#open = 0;
	#closed = 0;
	#opened = 0;
	#unfinished = null;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.startsWith("running ") ? RUNNING.exec(text) : null) {
			this.#start();
			return;
		}
		if (this.#open === 0) {
			const target = TARGET$1.exec(text)?.[1];
			if (target) this.#target = target;
			else if (/^\s+Doc-tests /.test(text)) this.#target = null;
			return;
		}
		const result = text.startsWith("test result: ") ? RESULT$4.exec(text) : null;
		if (result) this.#finish(result);
		else if (text.endsWith("error: test failed, to rerun pass `--lib`") || text.startsWith("error: test failed, to rerun")) this.#die(text);
		else this.#inside(text);
	}
	end() {
		if (this.#opened === 0) return [];
		this.#name();
		const { passed, failed, skipped } = this.#counts;
		const complete = this.#opened === this.#closed;
		if (!complete && this.#unfinished) this.#run.note(`${this.#unfinished} did not end`);
		const counts = this.#closed > 0 ? {
			passed,
			failed,
			skipped,
			total: passed + failed + skipped
		} : null;
		const ran = !complete || passed + failed > 0;
		return [this.#run.tests("cargo test", {
			counts,
			complete,
			ran,
			weight: this.#closed > 0 ? "footer" : "banner"
		})];
	}
	#die(text) {
		const glued = /^test (.+?)(?: - should panic)? \.\.\. error: /.exec(text)?.[1] ?? this.#unfinished;
		if (glued) this.#fail(glued);
		const draft = glued ? this.#failing.get(glued) : void 0;
		if (draft) draft.message = "the test process died";
		if (draft) draft.family = "crash";
	}
	#start() {
		if (this.#open > 0) this.#name();
		this.#opened += 1;
		this.#open = 1;
		this.#failing = /* @__PURE__ */ new Map();
		this.#blocks = /* @__PURE__ */ new Map();
		this.#block = null;
		this.#listing = false;
	}
	#finish([, passed, failed, ignored, measured]) {
		this.#counts.passed += Number(passed) + Number(measured);
		this.#counts.failed += Number(failed);
		this.#counts.skipped += Number(ignored);
		this.#closed += 1;
		this.#open = 0;
		this.#unfinished = null;
		this.#name();
	}
	#inside(text) {
		const block = BLOCK$1.exec(text)?.[1];
		if (block !== void 0) {
			this.#block = [];
			this.#blocks.set(block, this.#block);
			this.#listing = false;
		} else if (text === "failures:") {
			this.#listing = true;
			this.#block = null;
		} else if (this.#listing && /^ {4}\S/.test(text)) this.#fail(text.trim());
		else if (this.#block) {
			if (this.#block.length < 60) this.#block.push(text);
		} else this.#progress(text);
	}
	#progress(text) {
		const quiet = /^(\S.*) --- FAILED$/.exec(text)?.[1];
		if (quiet) {
			this.#fail(quiet);
			return;
		}
		const test = text.startsWith("test ") ? TEST.exec(text) : null;
		if (test) {
			this.#unfinished = test[2] === void 0 ? test[1] ?? null : null;
			if (test[2] === "FAILED") this.#fail(test[1] ?? "");
			if (/\s{3}Doc-tests |\s{5}Running /.test(text)) this.#open = 0;
		}
	}
	#fail(name) {
		if (this.#failing.has(name)) return;
		const documentation = /^(\S+\.rs) - /.exec(name);
		this.#failing.set(name, this.#run.add({
			title: documentation ? [name] : name.split("::"),
			file: documentation?.[1] ?? this.#target
		}));
	}
	#name() {
		for (const [name, draft] of this.#failing) {
			const raw = this.#blocks.get(name) ?? [];
			const late = raw.map((line) => /', (\S+\.rs):(\d+)(?::\d+)?$/.exec(line)).find((found) => found !== null);
			const lines = late ? raw.map((line) => line.replace(/', \S+\.rs:\d+(?::\d+)?$/, "").replace(/^(thread .+ panicked at) '/, "$1\n")).flatMap((line) => line.split("\n")) : raw;
			if (late) draft.file ??= late[1] ?? null;
			if (late && draft.file === late[1]) draft.line = Number(late[2]);
			const panic = lines.findIndex((line) => line.includes(" panicked at"));
			const at = panic === -1 ? /did not panic as expected at (\S+\.rs):(\d+)/.exec(lines[0] ?? "") : /panicked at (\S+\.rs):(\d+)/.exec(lines[panic] ?? "");
			const said = panic === -1 ? lines : [...lines.slice(panic + 1), ...lines.slice(0, panic + 1)];
			for (const line of said) this.#run.detail(draft, line);
			if (at && (draft.file === null || draft.file === at[1])) {
				draft.file = at[1] ?? null;
				draft.line = Number(at[2]);
			}
		}
		this.#failing = /* @__PURE__ */ new Map();
	}
};
//#endregion
//#region src/read/reading.ts
const NO_COVERAGE = {
	lines: null,
	statements: null,
	branches: null,
	functions: null,
	covered: null,
	total: null
};
//#endregion
//#region src/read/tools/coverage-text.ts
/** Coverage as people read it: istanbul's table and summary, node:test, bun, coverage.py, go. */
const coverageText = {
	tool: "coverage",
	wakes: [
		"File ",
		"file ",
		"ℹ file",
		"# file",
		"Statements ",
		"Lines ",
		"TOTAL ",
		"coverage: ",
		"total:",
		"ok  	",
		"ERROR: Coverage for ",
		"Jest: \"",
		"FAIL Required test coverage",
		"Coverage failure",
		"Name ",
		"Error: coverage"
	],
	create: (context) => new CoverageText(context)
};
const BELOW = /^(?:ERROR: Coverage for (\w+) \(([\d.]+)%\) does not meet (?:.* )?threshold \(([\d.]+)%\)|Jest: ".+" coverage threshold for (\w+) \(([\d.]+)%\) not met: ([\d.]+)%|FAIL Required test coverage of ([\d.]+)% not reached\. Total coverage: ([\d.]+)%|Coverage failure: total of ([\d.]+) is less than fail-under=([\d.]+))/;
var CoverageText = class {
	#below;
	#columns = null;
	#figures = null;
	#tool = "coverage";
	#go = [];
	#python = false;
	constructor(context) {
		this.#below = new Gathered(context);
	}
	line(text) {
		const body = text.replace(/^[ℹ#] /, "");
		if (/^(?:File|file)\s*\|.*%/.test(body)) this.#columns = body.split("|").map((cell) => cell.trim().toLowerCase());
		else if (this.#columns && /^all files\s*\|/i.test(body)) this.#row(body);
		else if (/^Name\s+Stmts\s+Miss/.test(text)) this.#python = true;
		else if (this.#python && text.startsWith("TOTAL ")) this.#total(text);
		else if (/^(?:Statements|Branches|Functions|Lines)\s+: /.test(text)) this.#summary(text);
		else if (text.includes("% of statements") || text.startsWith("total:")) this.#goFigures(text);
		else if (BELOW.test(text)) this.#threshold(text);
	}
	end() {
		if (this.#go.length === 1) this.#figures ??= {
			...NO_COVERAGE,
			statements: this.#go[0] ?? null
		};
		if (!this.#figures && this.#below.drafts.length === 0) return [];
		const failures = this.#below.failures("diagnostics");
		return [{
			weight: "banner",
			reading: {
				...blank(this.#tool, "coverage"),
				coverage: this.#figures,
				failures
			}
		}];
	}
	#row(text) {
		const cells = text.split("|").map((cell) => cell.trim());
		const of = (...words) => {
			const at = this.#columns?.findIndex((column) => words.some((word) => column.includes(word))) ?? -1;
			return at > 0 && cells[at] !== "" && cells[at] !== void 0 ? Number(cells[at]) : null;
		};
		this.#figures = {
			...NO_COVERAGE,
			statements: of("stmt"),
			branches: of("branch"),
			functions: of("func"),
			lines: of("% line", "line %")
		};
		this.#columns = null;
	}
	#total(text) {
		const cells = text.split(/\s+/);
		const [covered, percent] = [Number(cells[1]) - Number(cells[2]), Number((cells.at(-1) ?? "").replace("%", ""))];
		this.#python = false;
		this.#tool = "coverage.py";
		if (Number.isFinite(percent)) this.#figures = {
			...NO_COVERAGE,
			lines: percent,
			statements: percent,
			covered,
			total: Number(cells[1])
		};
	}
	#summary(text) {
		const found = /^(\w+)\s+: ([\d.]+)%(?: \( (\d+)\/(\d+) \))?/.exec(text);
		if (!found) return;
		const [, word = "", percent, covered, total] = found;
		const lines = word === "Lines" && covered !== void 0 ? {
			covered: Number(covered),
			total: Number(total)
		} : {};
		this.#figures = {
			...this.#figures ?? NO_COVERAGE,
			[word.toLowerCase()]: Number(percent),
			...lines
		};
	}
	#goFigures(text) {
		const total = /^total:\s+\(statements\)\s+([\d.]+)%/.exec(text)?.[1];
		const one = /coverage: ([\d.]+)% of statements/.exec(text)?.[1];
		this.#tool = "go cover";
		if (total) this.#figures = {
			...NO_COVERAGE,
			statements: Number(total)
		};
		else if (one && this.#go.length < 100) this.#go.push(Number(one));
	}
	#threshold(text) {
		const found = BELOW.exec(text)?.slice(1).filter((group) => group !== void 0) ?? [];
		this.#below.add({
			title: [text],
			rule: /^\d/.test(found[0] ?? "") ? "total" : found[0] ?? "total",
			message: text,
			family: "coverage"
		});
	}
};
//#endregion
//#region src/read/tools/ctest.ts
const ctest = {
	tool: "ctest",
	wakes: [
		"Test project ",
		"No tests were found!!!",
		"The following tests FAILED:",
		"No test configuration file found!"
	],
	create: (context) => new Ctest(context)
};
const RESULT$3 = /^\s*\d+\/\d+ Test\s+#(\d+): (.+?) \.*(?:\*\*\*(.+?)| +(Passed))\s+[\d.]+ sec/;
const TOTAL$5 = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/;
const LISTED$1 = /^\s+(\d+) - (.+) \(([^)]+)\)$/;
var Ctest = class {
	#run;
	#failed = /* @__PURE__ */ new Map();
	#draft = null;
	#totals = null;
	#skipped = 0;
	#disabled = 0;
	#listing = "";
	#nothing = false;
	#started = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const result = text.includes(" Test ") ? RESULT$3.exec(text) : null;
		if (result) {
			this.#result(result);
			return;
		}
		const total = TOTAL$5.exec(text);
		if (total) {
			this.#totals = {
				failed: Number(total[1]),
				total: Number(total[2])
			};
			this.#draft = null;
		} else if (text.startsWith("Test project ")) this.#started = true;
		else if (/^No test(?:s were found| configuration file found)/.test(text)) this.#nothing = true;
		else if (/^The following tests (?:FAILED|did not run):$/.test(text)) this.#listing = text.includes("FAILED") ? "failed" : "others";
		else if (this.#listing === "failed" && LISTED$1.test(text)) this.#list(LISTED$1.exec(text));
		else if (/^\s+Start\s+\d+: /.test(text)) this.#draft = null;
		else if (this.#draft) this.#run.detail(this.#draft, text);
	}
	end() {
		if (!this.#started && !this.#nothing && !this.#totals) return [];
		const { failed, total } = this.#totals ?? {
			failed: 0,
			total: 0
		};
		const counts = this.#totals || this.#nothing ? {
			passed: total - failed - this.#skipped,
			failed,
			skipped: this.#skipped + this.#disabled,
			total: total + this.#disabled
		} : null;
		const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0);
		return [this.#run.tests("ctest", {
			counts,
			complete: counts !== null,
			ran,
			weight: counts ? "footer" : "banner"
		})];
	}
	#result([, number = "", name = "", trouble]) {
		this.#draft = null;
		if (trouble === void 0) return;
		if (/^Skipped/.test(trouble)) this.#skipped += 1;
		else if (/Disabled/.test(trouble)) this.#disabled += 1;
		else this.#draft = this.#fail(number, name, trouble.trim());
	}
	#list(found) {
		const [, number = "", name = "", why = ""] = found ?? [];
		this.#fail(number, name, why);
	}
	#fail(number, name, why) {
		const known = this.#failed.get(number);
		if (known) return known;
		const family = /timeout/i.test(why) ? "timeout" : /exception|segfault|abort/i.test(why) ? "crash" : null;
		const draft = this.#run.add({
			title: [name],
			family
		});
		this.#run.detail(draft, why);
		this.#failed.set(number, draft);
		return draft;
	}
};
//#endregion
//#region src/read/tools/deno.ts
const deno = {
	tool: "deno",
	wakes: [
		"running ",
		"ERRORS",
		"FAILURES",
		"ok | ",
		"FAILED | ",
		"Check ",
		"TS",
		"error: "
	],
	create: (context) => new Deno(context)
};
const HEADING$1 = /^(.+?) => (\S+?):(\d+):\d+$/;
const UNCAUGHT = /^(\.?\/?\S+\.[cm]?[jt]sx?) \(uncaught error\)$/;
const TOTAL$4 = /^(ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored(?: \(\d+ steps?\))?)?(?: \| (\d+) measured)?(?: \| \d+ filtered out)? \([\d.]+m?s\)$/;
var Deno = class {
	#run;
	#types;
	#section = "";
	#draft = null;
	#counts = null;
	#running = false;
	#type = null;
	#checking = false;
	#printed = false;
	constructor(context) {
		this.#run = new Gathered(context);
		this.#types = new Gathered(context);
	}
	line(text) {
		if (/^-{4,} (?:post-test )?output(?: end)? -{4,}$/.test(text)) this.#printed = !text.includes(" end ");
		if (this.#printed) return;
		if (text === " ERRORS " || text === " FAILURES " || text === " ERRORS" || text === " FAILURES") {
			this.#section = text.trim();
			this.#draft = null;
		} else if (/^running \d+ tests? from /.test(text)) this.#running = true;
		else if (text.startsWith("Check ")) this.#checking = true;
		else if (TOTAL$4.test(text)) this.#total(TOTAL$4.exec(text));
		else if (/^(?:error: )?TS\d+ \[ERROR\]: /.test(text)) this.#complain(text);
		else if (/^error: SyntaxError: /.test(text)) this.#type = this.#types.add({
			title: [text.slice(7)],
			rule: "syntax",
			message: text.slice(7),
			family: "syntax"
		});
		else this.#inside(text);
	}
	end() {
		const found = [];
		if (this.#types.drafts.some(({ file }) => file !== null)) found.push(this.#types.diagnostics("deno check", {
			complete: true,
			weight: "footer"
		}));
		if (this.#counts || this.#running) {
			const { counts, complete } = {
				counts: this.#counts,
				complete: this.#counts !== null
			};
			const ran = counts === null || counts.passed + counts.failed > 0;
			found.push(this.#run.tests("deno", {
				counts,
				complete,
				ran,
				weight: complete && (this.#running || this.#checking || this.#section !== "") ? "footer" : this.#running ? "banner" : "hint"
			}));
		}
		return found;
	}
	#total(found) {
		if (!found) return;
		const [passed, failed, skipped] = [
			Number(found[2]),
			Number(found[3]),
			Number(found[4] ?? 0)
		];
		this.#counts = {
			passed: passed + Number(found[5] ?? 0),
			failed,
			skipped,
			total: passed + failed + skipped
		};
		this.#section = this.#section === "" ? "" : "done";
	}
	#complain(text) {
		const [, rule = "", message = ""] = /(TS\d+) \[ERROR\]: (.+)$/.exec(text) ?? [];
		this.#type = this.#types.add({
			title: [message],
			rule,
			message
		});
	}
	#inside(text) {
		const at = this.#type ? /^\s+at (file:\/\/\S+?):(\d+):\d+$/.exec(text) : null;
		if (at && this.#type) {
			this.#type.file = at[1] ?? null;
			this.#type.line = Number(at[2]);
			this.#type = null;
			return;
		}
		if (this.#section === "ERRORS") this.#error(text);
		else if (this.#section === "FAILURES") this.#named(text);
	}
	#error(text) {
		const heading = HEADING$1.exec(text);
		const uncaught = heading ? null : UNCAUGHT.exec(text);
		if (heading) this.#draft = this.#run.add({
			title: (heading[1] ?? "").split(" ... "),
			file: heading[2] ?? null,
			line: Number(heading[3])
		});
		else if (uncaught) this.#draft = this.#run.add({
			title: ["uncaught error"],
			file: uncaught[1] ?? null
		});
		else if (this.#draft) this.#run.detail(this.#draft, text.replace(/^error: /, ""));
	}
	#named(text) {
		const heading = HEADING$1.exec(text);
		if (!heading) return;
		const title = (heading[1] ?? "").split(" ... ");
		if (!this.#run.drafts.some((draft) => draft.title.join() === title.join() && draft.line === Number(heading[3]))) this.#run.add({
			title,
			file: heading[2] ?? null,
			line: Number(heading[3])
		});
	}
};
//#endregion
//#region src/read/tools/dotnet.ts
/** `dotnet test`: VSTest's console logger, the terminal logger, and the Microsoft Testing Platform. */
const dotnet = {
	tool: "dotnet test",
	wakes: [
		"Test run for ",
		"Failed ",
		"Failed!",
		"Passed!",
		"Test summary: ",
		"Total tests: ",
		"Test run summary: ",
		"No test matches the given",
		"No test is available",
		"[xUnit.net ",
		"failed "
	],
	create: (context) => new Dotnet(context)
};
const FAILED$2 = /^ {2}Failed (\S.*?) \[(?:< )?[\d.,]+ (?:ms|s|m|h)[^\]]*\]$/;
const PLATFORM = /^failed (\S.*?) \(\d[^)]*\)$/;
const XUNIT = /^\[xUnit\.net [\d:.]+\]\s+(\S.*) \[FAIL\]$/;
const RESULT$2 = /^(?:Passed|Failed|Skipped)!\s+- (Failed:\s+\d+, Passed:\s+\d+, Skipped:\s+\d+, Total:\s+\d+)/;
var Dotnet = class {
	#run;
	#draft = null;
	#counts = null;
	#listed = null;
	#xunit = [];
	#started = false;
	#nothing = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const failed = (text.startsWith("  Failed ") ? FAILED$2.exec(text) : null) ?? (text.startsWith("failed ") ? PLATFORM.exec(text) : null);
		if (failed) {
			this.#draft = this.#run.add({ title: [failed[1] ?? ""] });
			return;
		}
		const xunit = text.startsWith("[xUnit") ? XUNIT.exec(text)?.[1] : void 0;
		if (xunit) this.#xunit.push(xunit);
		else if (RESULT$2.test(text)) this.#add(labelledNumbers(RESULT$2.exec(text)?.[1] ?? ""), "passed");
		else if (/^Test summary: total: /.test(text)) this.#add(labelledNumbers(text.slice(14)), "succeeded");
		else if (/^Total tests: \d+|^Test run summary: /.test(text)) this.#listed = labelledNumbers(text);
		else if (this.#listed && /^\s+\w+: \d+/.test(text)) for (const [word, count] of labelledNumbers(text)) this.#listed.set(word, count);
		else if (text.startsWith("Test run for ")) this.#started = true;
		else if (/^No test (?:matches the given|is available)/.test(text)) this.#nothing = true;
		else if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		if (this.#listed && !this.#counts) {
			const by = this.#listed;
			if (!by.has("total")) by.set("total", by.get("total tests") ?? 0);
			this.#add(by, by.has("succeeded") ? "succeeded" : "passed");
		}
		if (!this.#counts && !this.#started && !this.#nothing && this.#run.drafts.length === 0) return [];
		for (const name of this.#xunit) if (!this.#run.drafts.some(({ title }) => title[0] === name)) this.#run.add({ title: [name] });
		const counts = this.#counts ?? (this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : null);
		const ran = counts === null ? true : counts.passed + counts.failed > 0;
		return [this.#run.tests("dotnet test", {
			counts,
			complete: counts !== null,
			ran,
			weight: counts ? "footer" : "banner"
		})];
	}
	#add(by, passed) {
		this.#draft = null;
		const before = this.#counts ?? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		};
		const of = (word) => by.get(word) ?? 0;
		this.#counts = {
			passed: before.passed + of(passed),
			failed: before.failed + of("failed"),
			skipped: before.skipped + of("skipped"),
			total: before.total + of("total")
		};
	}
	#detail(draft, text) {
		if (/^ {2}(?:Skipped|Passed) /.test(text)) {
			this.#draft = null;
			return;
		}
		if (/^\s*(?:Error Message|Stack Trace):$/.test(text)) return;
		const place = / in .+:line \d+$/.test(text) ? placeIn$1(text) : null;
		if (place) {
			draft.file = place.file;
			draft.line = place.line;
		}
		this.#run.detail(draft, text);
	}
};
//#endregion
//#region src/read/reports/json.ts
/** A report is somebody else's; every step into it may find something other than expected. */
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const list = (value) => Array.isArray(value) ? value : [];
const text$1 = (value) => typeof value === "string" ? value : null;
const number = (value) => typeof value === "number" && Number.isFinite(value) ? value : null;
function parseJson(source) {
	try {
		return JSON.parse(source);
	} catch {
		return;
	}
}
//#endregion
//#region src/read/tools/go-paths.ts
const PLACE$6 = /^\s*(\S+?\.go):(\d+)(?:: | \+0x|$)/;
const FOREIGN = /\/(?:testing|runtime|time|os|reflect|sync)\/|_testmain\.go|\/pkg\/mod\//;
/** The place that a line of a test's output names, unless it is in Go's own code. */
function placeIn(line) {
	const found = line.includes(".go:") ? PLACE$6.exec(line) : null;
	return found && !FOREIGN.test(found[1] ?? "") ? {
		file: found[1] ?? "",
		line: Number(found[2])
	} : null;
}
/** Import paths begin with the module's name, which is no directory. No line says where it ends, but several tell. */
function moduleOf({ names, root, seen }) {
	const first = names[0] ?? "";
	const proven = root === null ? null : fromStacks(root, seen);
	if (proven !== null) return proven;
	const hosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/.exec(first)?.[0];
	if (hosted && names.every((name) => name === hosted || name.startsWith(`${hosted}/`))) return versioned(hosted, first);
	if (new Set(names).size > 1) return commonDirectory(names);
	const parts = first.split("/");
	return versioned(parts.slice(0, parts[0]?.includes(".") ? 2 : 1).join("/"), first);
}
const versioned = (module, name) => module + (/^\/v\d+(?=\/|$)/.exec(name.slice(module.length))?.[0] ?? "");
function fromStacks(root, seen) {
	for (const { packageName, places } of seen) for (const { file } of places) {
		if (!file.endsWith("_test.go") || !file.startsWith(`${root}/`)) continue;
		const directory = file.slice(root.length + 1, Math.max(root.length + 1, file.lastIndexOf("/")));
		if (directory === "") return packageName;
		if (packageName.endsWith(`/${directory}`)) return packageName.slice(0, -directory.length - 1);
	}
	return null;
}
function commonDirectory(names) {
	let common = names[0] ?? "";
	while (common !== "" && !names.every((name) => name === common || name.startsWith(`${common}/`))) common = common.slice(0, Math.max(0, common.lastIndexOf("/")));
	return common;
}
/** The directory of a package, seen from its module. */
const within = (packageName, module) => packageName === module ? "" : packageName.startsWith(`${module}/`) ? packageName.slice(module.length + 1) : packageName;
/** A file as seen from the root. Built with -trimpath, a stack shows import paths; elsewhere, another machine's. */
function inProject(file, directory, root) {
	if (!file.startsWith("/")) {
		const base = file.slice(file.lastIndexOf("/") + 1);
		return directory === "" ? base : `${directory}/${base}`;
	}
	if (root !== null && file.startsWith(`${root}/`)) return file.slice(root.length + 1);
	const tail = `${directory === "" ? "" : `${directory}/`}${file.slice(file.lastIndexOf("/") + 1)}`;
	return file.endsWith(`/${tail}`) ? tail : file;
}
//#endregion
//#region src/read/tools/go-packages.ts
/** Turns the tests of finished packages into failures. */
var GoPackages = class {
	#run;
	#counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	#names = [];
	#pending = [];
	#root;
	ran = 0;
	empty = 0;
	constructor(run, root) {
		this.#run = run;
		this.#root = root?.replace(/\/$/, "") ?? null;
	}
	close(packageName, results, trouble) {
		if (packageName !== null) this.#names.push(packageName);
		for (const { name, status, output } of results) if (status === "PASS") this.#counts.passed += 1;
		else if (status === "SKIP") this.#counts.skipped += 1;
		else {
			this.#counts.failed += 1;
			const child = results.some((other) => other.status === "FAIL" && other.name.startsWith(`${name}/`));
			this.#fail(packageName, name, child ? [] : output);
		}
		const running = packageName === null ? null : runningTest(packageName, trouble);
		if (running) {
			this.#counts.failed += 1;
			this.#fail(packageName, running, trouble);
		} else if (trouble.length > 0 && packageName !== null) this.#broken(packageName, trouble);
	}
	end(verbose, complete) {
		const module = moduleOf({
			names: this.#names,
			root: this.#root,
			seen: this.#pending
		});
		for (const { draft, packageName, places } of this.#pending) {
			const directory = within(packageName, module);
			const [first] = places;
			const own = places.find(({ file }) => file.endsWith("_test.go")) ?? first;
			draft.file = own ? inProject(own.file, directory, this.#root) : directory || ".";
			if (own) draft.line = own.line;
			if (first) draft.details.push(`at ${inProject(first.file, directory, this.#root)}:${first.line}`);
		}
		const { passed, failed, skipped } = this.#counts;
		const counts = verbose ? {
			passed,
			failed,
			skipped,
			total: passed + failed + skipped
		} : null;
		if (!verbose && complete) this.#run.note("go test prints no number of passed tests without -v");
		const ran = this.ran > 0 || passed + failed > 0 || this.#run.drafts.length > 0;
		return [this.#run.tests("go test", {
			counts: ran ? counts : {
				passed: 0,
				failed: 0,
				skipped: 0,
				total: 0
			},
			complete,
			ran,
			weight: complete ? "footer" : "banner"
		})];
	}
	#fail(packageName, name, output) {
		const draft = this.#run.add({ title: name.split("/") });
		const places = output.map(placeIn).filter((place) => place !== null);
		for (const line of output) this.#run.detail(draft, line.replace(/^\s*\S+?\.go:\d+: /, ""));
		if (packageName !== null) this.#pending.push({
			draft,
			packageName,
			places
		});
		else {
			draft.file = places[0]?.file ?? null;
			draft.line = places[0]?.line ?? null;
		}
	}
	#broken(packageName, trouble) {
		const draft = this.#run.add({ title: [packageName] });
		for (const line of trouble) this.#run.detail(draft, line);
		draft.message = /\[(?:build|setup) failed\]/.exec(trouble[0] ?? "")?.[0].slice(1, -1) ?? trouble[0] ?? "";
		this.#pending.push({
			draft,
			packageName,
			places: []
		});
	}
};
/** When a package dies of a panic or a timeout, the stack shows which test it was in. */
function runningTest(packageName, trouble) {
	const listed = trouble.map((line) => /^\t(Test\S+) \(\d/.exec(line)?.[1]).find((name) => name !== void 0);
	const framed = trouble.map((line) => line.startsWith(`${packageName}.Test`) ? /^(Test\w+)/.exec(line.slice(packageName.length + 1))?.[1] : void 0).find((name) => name !== void 0);
	return listed ?? framed ?? null;
}
//#endregion
//#region src/read/tools/located-lines.ts
const PLACE$5 = /^\s{0,4}(<stdin>|(?:[A-Za-z]:[\\/])?[^\s:(|"'`<>=,;{}][^:(|"'`<>=;{}]*?\.[A-Za-z]{1,5})(?::(\d+)(?::(\d+))?|\((\d+)(?:,(\d+))?\))(.*)$/;
/** Reads a line that begins with a place; null when it is none, or nobody we know writes like that. */
function diagnosticIn(text, afterGoPackage, context) {
	if (text.startsWith("error TS")) return withoutPlace(text);
	if (!mayBePlaced(text)) return null;
	const line = /^(?:vet: |ERROR in |:)/.test(text) ? text.replace(/^(?:vet: |ERROR in |:\w+(?=\/))/, "") : text;
	const found = PLACE$5.exec(line);
	if (!found) return linked(line);
	const [, file = "", colonLine, column, parenLine, , rest = ""] = found;
	const read = {
		place: {
			file: file.trim(),
			line: Number(colonLine ?? parenLine)
		},
		rest,
		extension: file.slice(file.lastIndexOf(".") + 1).toLowerCase(),
		column: column !== void 0,
		paren: parenLine !== void 0,
		afterGoPackage,
		context
	};
	for (const grammar of grammars) {
		const diagnostic = grammar(read);
		if (diagnostic) return diagnostic;
	}
	return null;
}
const [DOT, OPEN, COLON$1] = [
	46,
	40,
	58
];
const isDigit = (code) => code >= 48 && code <= 57;
function mayBePlaced(text) {
	let dot = text.indexOf(".");
	for (let tries = 0; dot !== -1 && tries < 8; tries++) {
		if (endsInPlace(text, dot)) return true;
		dot = text.indexOf(".", dot + 1);
	}
	return text.startsWith("<stdin>:");
}
function endsInPlace(text, dot) {
	for (let at = dot + 2; at <= dot + 6; at++) {
		const code = text.charCodeAt(at);
		if (code === COLON$1 || code === OPEN) {
			const next = text.charCodeAt(at + 1);
			return isDigit(next) || code === COLON$1 && next === OPEN;
		}
		if (code === DOT || code === 32) return false;
	}
	return false;
}
function withoutPlace(text) {
	const found = /^error (TS\d+): (.+)$/.exec(text);
	return found ? {
		tool: "tsc",
		file: "",
		line: 0,
		rule: found[1] ?? null,
		message: found[2] ?? "",
		severity: "error"
	} : null;
}
function linked(text) {
	const found = text.includes("undefined reference") ? /^(?:\S+: \S+: in function .*?:)?\s*(?:\S*ld: )?(?:\S+\.o: )?(?:in function .*: )?(\S+?):(?:\(\.\S+\)|(\d+)): (undefined reference to .+)$/.exec(text) : null;
	return found ? {
		tool: "gcc",
		file: found[1] ?? "",
		line: Number(found[2] ?? 0),
		rule: "link",
		message: found[3] ?? "",
		severity: "error"
	} : null;
}
const C_FAMILY = new Set([
	"c",
	"h",
	"cc",
	"cpp",
	"cxx",
	"hpp",
	"hh",
	"m",
	"mm",
	"ino",
	"s",
	"cu"
]);
const grammars = [
	(read) => {
		const tsc = /^(?: - |: )(error|warning) (TS\d+): (.+)$/.exec(read.rest);
		return tsc ? {
			...read.place,
			tool: "tsc",
			rule: tsc[2] ?? null,
			message: tsc[3] ?? "",
			severity: severity(tsc[1])
		} : null;
	},
	(read) => {
		const msbuild = read.paren ? /^: (error|warning) ([A-Z]{2,}\d+): (.+?)(?: \[.+proj\])?$/.exec(read.rest) : null;
		return msbuild ? {
			...read.place,
			tool: "dotnet build",
			rule: msbuild[2] ?? null,
			message: msbuild[3] ?? "",
			severity: severity(msbuild[1])
		} : null;
	},
	(read) => {
		const rustc = read.extension === "rs" ? /^: (error|warning)(?:\[(\w+)\])?: (.+)$/.exec(read.rest) : null;
		return rustc ? {
			...read.place,
			tool: "rustc",
			rule: rustc[2] ?? null,
			message: rustc[3] ?? "",
			severity: severity(rustc[1])
		} : null;
	},
	(read) => {
		const pyright = /^ - (error|warning): (.+?)(?: \((\w+)\))?$/.exec(read.rest);
		return pyright ? {
			...read.place,
			tool: "pyright",
			rule: pyright[3] ?? null,
			message: pyright[2] ?? "",
			severity: severity(pyright[1])
		} : null;
	},
	(read) => {
		const mypy = read.extension === "py" || read.extension === "pyi" ? /^: (error|warning): (.+?)(?: {1,2}\[([a-z-]+)\])?$/.exec(read.rest) : null;
		return mypy ? {
			...read.place,
			tool: "mypy",
			rule: mypy[3] ?? null,
			message: mypy[2] ?? "",
			severity: severity(mypy[1])
		} : null;
	},
	(read) => {
		const javac = read.extension === "java" || read.extension === "kt" ? /^: (error|warning): (?:\[(\w+)\] )?(.+)$/.exec(read.rest) : null;
		return javac ? {
			...read.place,
			tool: "javac",
			rule: javac[2] ?? null,
			message: javac[3] ?? "",
			severity: severity(javac[1])
		} : null;
	},
	(read) => {
		const shell = /^: (error|warning|note): (.+) \[(SC\d+)\]$/.exec(read.rest);
		return shell ? {
			...read.place,
			tool: "shellcheck",
			rule: shell[3] ?? null,
			message: shell[2] ?? "",
			severity: "error"
		} : null;
	},
	(read) => {
		const gcc = C_FAMILY.has(read.extension) || read.place.file === "<stdin>" ? /^: (fatal error|error|warning): (.+?)(?: \[(-W[\w=+-]+|-fpermissive)\])?$/.exec(read.rest) : null;
		return gcc ? {
			...read.place,
			tool: "gcc",
			rule: gcc[3] ?? null,
			message: gcc[2] ?? "",
			severity: severity(gcc[1])
		} : null;
	},
	(read) => {
		const pylint = read.column ? /^: ([CRWEFI]\d{4}): (.+) \(([a-z0-9-]+)\)$/.exec(read.rest) : null;
		return pylint ? {
			...read.place,
			tool: "pylint",
			rule: pylint[3] ?? null,
			message: pylint[2] ?? "",
			severity: "error"
		} : null;
	},
	(read) => {
		const code = read.column && /^(?:py|pyi|ipynb)$/.test(read.extension) ? /^: ([A-Z]{1,4}\d{1,4}) (?:\[\*\] )?(.+)$/.exec(read.rest) : null;
		const tool = read.context.primed.has("ruff") ? "ruff" : "flake8";
		return code ? {
			...read.place,
			tool,
			rule: code[1] ?? null,
			message: code[2] ?? "",
			severity: "error"
		} : null;
	},
	(read) => {
		const unix = read.column ? /^: (.+) \[(Error|Warning)(?:\/([^\]]+))?\]$/.exec(read.rest) : null;
		const tool = read.context.primed.has("oxlint") || /\(/.test(unix?.[3] ?? "") ? "oxlint" : "eslint";
		return unix ? {
			...read.place,
			tool,
			rule: unix[3] ?? null,
			message: unix[1] ?? "",
			severity: severity(unix[2]?.toLowerCase())
		} : null;
	},
	(read) => {
		if (read.extension !== "go" || !read.column) return null;
		const linter = /^: (.+) \(([a-z][a-z0-9-]*)\)$/.exec(read.rest);
		if (linter) return {
			...read.place,
			tool: "golangci-lint",
			rule: linter[2] ?? null,
			message: linter[1] ?? "",
			severity: "error"
		};
		const plain = read.afterGoPackage || read.context.primed.has("go build") ? /^: (?!\s)(.+)$/.exec(read.rest) : null;
		return plain ? {
			...read.place,
			tool: "go build",
			rule: null,
			message: plain[1] ?? "",
			severity: "error"
		} : null;
	}
];
const severity = (word) => word?.includes("error") ? "error" : "warning";
//#endregion
//#region src/read/tools/go-json.ts
/** `go test -json`, as text among other text or as a report of its own. */
const goJson = {
	tool: "go test -json",
	wakes: [
		"{\"Time\":\"",
		"{\"Action\":\"",
		"{\"ImportPath\":\""
	],
	wholeLines: true,
	create: (context) => new GoJson(context)
};
var GoJson = class {
	#context;
	#packages;
	#builds;
	#open = /* @__PURE__ */ new Map();
	#events = 0;
	constructor(context) {
		this.#context = context;
		this.#packages = new GoPackages(new Gathered(context), context.root);
		this.#builds = new Gathered(context);
	}
	line(text) {
		const event = text.startsWith("{\"") && text.includes("\"Action\":\"") ? parsed(text) : null;
		if (event?.Action === "build-output") this.#build(event.Output ?? "");
		if (!event?.Package || !event.Action) return;
		this.#events += 1;
		const tested = this.#open.get(event.Package) ?? {
			results: [],
			output: /* @__PURE__ */ new Map(),
			own: []
		};
		this.#open.set(event.Package, tested);
		if (event.Action === "run" && event.Test !== void 0) tested.output.set(event.Test, []);
		else if (event.Action === "output") keep(tested, event);
		else if (event.Test !== void 0) this.#test(tested, event.Test, event.Action);
		else if (/^(?:pass|fail|skip)$/.test(event.Action)) this.#close(event.Package, tested, event.Action);
	}
	end() {
		if (this.#events === 0) return [];
		const builds = this.#builds.drafts.length > 0 ? [this.#builds.diagnostics("go build", {
			complete: true,
			weight: "footer"
		})] : [];
		const left = [...this.#open];
		for (const [name, tested] of left) this.#close(name, tested, "fail");
		return [...this.#packages.end(true, left.length === 0), ...builds];
	}
	#build(output) {
		const found = diagnosticIn(output.trimEnd(), true, this.#context);
		if (found) this.#builds.add({
			title: [found.message],
			file: found.file,
			line: found.line,
			message: found.message,
			rule: found.rule
		});
	}
	#test(tested, name, action) {
		const status = {
			pass: "PASS",
			fail: "FAIL",
			skip: "SKIP"
		}[action];
		if (!status || !tested.output.has(name)) return;
		const output = tested.output.get(name) ?? [];
		tested.results.push({
			name,
			status,
			output: output.filter((line) => !/^\s*(?:===|---) /.test(line))
		});
		tested.output.delete(name);
	}
	#close(name, tested, action) {
		this.#open.delete(name);
		if (action === "fail") for (const [test, output] of tested.output) tested.results.push({
			name: test,
			status: "FAIL",
			output: output.filter((line) => !/^\s*(?:===|---) /.test(line))
		});
		const failed = action === "fail" && !tested.results.some(({ status }) => status === "FAIL");
		this.#packages.close(name, tested.results, failed ? tested.own.filter((line) => !/^FAIL$/.test(line)) : []);
		if (tested.results.length > 0) this.#packages.ran += 1;
		else this.#packages.empty += 1;
	}
};
function keep(tested, event) {
	if (event.Test !== void 0 && !tested.output.has(event.Test)) return;
	const lines = event.Test === void 0 ? tested.own : tested.output.get(event.Test) ?? [];
	if (lines.length < 80) lines.push((event.Output ?? "").replace(/\n$/, ""));
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
//#endregion
//#region src/read/tools/tap-diagnostic.ts
/** Reads the few keys that matter from the YAML-like block below a result; a whole YAML parser would refuse half of them. */
function readTapDiagnostic(lines) {
	const keys = lines.length === 1 && lines[0]?.trimStart().startsWith("{") ? fromJson(lines[0]) : topLevel(lines);
	const location = placeIn$1(unquoted(keys.get("location")?.[0] ?? ""));
	const at = keys.get("at") ?? [];
	const fileName = at.map((line) => /fileName: (.+)$/.exec(line)?.[1]).find((found) => found !== void 0);
	const lineNumber = at.map((line) => /lineNumber: (\d+)$/.exec(line)?.[1]).find((found) => found !== void 0);
	const said = keys.get("error") ?? keys.get("message") ?? [];
	const values = [
		"expected",
		"actual",
		"wanted",
		"found"
	].map((key) => [key, keys.get(key)?.join(" ")]).flatMap(([key, value]) => value ? [`${key === "wanted" ? "expected" : key === "found" ? "actual" : key}: ${unquoted(value)}`] : []);
	const stack = (keys.get("stack") ?? []).map((line) => `at ${line.trim()}`);
	const details = [
		...values,
		...keys.get("details") ?? [],
		...keys.get("diff") ?? [],
		...stack,
		...at.map((line) => `at ${line.trim()}`)
	];
	const words = said.map((line) => unquoted(line.trim())).filter((line) => line !== "" && !/^[|>][-+\d]*$/.test(line));
	return {
		file: location?.file ?? (fileName ? unquoted(fileName) : null),
		line: location?.line ?? (lineNumber ? Number(lineNumber) : null),
		message: words.length > 0 ? words.slice(0, 3).join(" ") : null,
		details: [...words, ...details],
		failureType: unquoted(keys.get("failureType")?.[0] ?? "") || null,
		fromNode: keys.has("duration_ms") || keys.has("failureType")
	};
}
/** Deno writes its diagnostics as one line of JSON, which is YAML as well. */
function fromJson(line) {
	const report = object(parseJson(line.trim()));
	const at = object(report["at"]);
	return new Map([["message", (text$1(report["message"]) ?? "").split("\n")], ["location", [`${text$1(at["file"]) ?? ""}:${number(at["line"]) ?? 0}`]]]);
}
function topLevel(lines) {
	const keys = /* @__PURE__ */ new Map();
	const base = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length), 99);
	let current = null;
	for (const line of lines) {
		const key = /^([A-Za-z_][\w ]*|'[^']+'):(?: (.*))?$/.exec(line.slice(base));
		if (key && line.length - line.trimStart().length === base) {
			const value = key[2] ?? "";
			current = /^[|>][-+\d]*$/.test(value) || value === "" ? [] : [value];
			keys.set(unquoted(key[1] ?? ""), current);
		} else current?.push(line.trim() === "" ? "" : line.slice(base + 2));
	}
	return keys;
}
const unquoted = (text) => text.trim().replace(/^'(.*)'$/s, "$1").replace(/^"(.*)"$/s, "$1");
//#endregion
//#region src/read/tools/tap.ts
/** TAP 12 to 14, whoever prints it: node:test, tap, ava, mocha, bats, vitest, prove… */
const tap = {
	tool: "tap",
	wakes: [
		"TAP version ",
		"ok ",
		"not ok ",
		"1..",
		"# Subtest:",
		"Bail out!"
	],
	create: (context) => new Tap(context)
};
const RESULT$1 = /^( *)(not )?ok\b(?: (\d+))?(?: - | )?(.*)$/;
const DIRECTIVE = /(?:^|\s)(?<!\\)#\s*(skip|todo)\b:?\s*(.*)$/i;
const REMARK = /\s(?<!\\)# (?:time=[\d.]+m?s|in \d+ ms|timeout after .*)\s*$/;
const FOOTER$6 = /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const STEP = 4;
var Tap = class {
	#context;
	#run;
	#levels = [];
	#footer = /* @__PURE__ */ new Map();
	#leaves = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	#tops = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	#empty = 0;
	#version = false;
	#plan = null;
	#top = 0;
	#draft = null;
	#yaml = null;
	#pendingSuite = null;
	#tool = "tap";
	#bailed = false;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (this.#yaml) {
			this.#inYaml(text);
			return;
		}
		const indent = indentOf(text);
		const body = indent === 0 ? text : text.slice(indent);
		if (body === "---") this.#yaml = {
			indent,
			lines: []
		};
		else if ((body.startsWith("ok") || body.startsWith("not ok")) && indent % STEP === 0) this.#result(text);
		else if (body.startsWith("# Subtest: ")) this.#subtest(indent / STEP, body.slice(11));
		else if (indent === 0 && /^1\.\.\d+/.test(body)) this.#plan = Number(/^1\.\.(\d+)/.exec(body)?.[1]);
		else if (body.startsWith("TAP version ")) this.#version = true;
		else if (body.startsWith("Bail out!")) this.#bailed = true;
		else if (body === "}") this.#levels.length = Math.min(this.#levels.length, Math.floor(indent / STEP));
		else this.#other(text, body);
	}
	end() {
		this.#closeSuite(true);
		if (!this.#version && this.#plan === null && this.#top === 0 && this.#run.drafts.length === 0) return [];
		const counts = this.#counts();
		const planned = this.#plan !== null && this.#top >= this.#plan;
		const closed = this.#tool !== "node:test" || this.#footer.has("duration_ms");
		const complete = planned && closed && !this.#bailed;
		const weight = this.#plan !== null && (this.#version || this.#top > 0 || this.#plan === 0) ? "footer" : this.#version ? "banner" : "hint";
		if (this.#bailed) this.#run.note("the run bailed out");
		if (this.#empty > 0) this.#run.note(`${this.#empty} files passed without running a test`);
		const ran = counts.passed + counts.failed > this.#empty;
		return [this.#run.tests(this.#name(), {
			counts,
			complete,
			ran,
			weight
		})];
	}
	#name() {
		if (this.#tool !== "tap") return this.#tool;
		return [
			"ava",
			"mocha",
			"bats",
			"vitest",
			"deno",
			"node:test"
		].find((name) => this.#context.primed.has(name)) ?? "tap";
	}
	#counts() {
		const of = (word) => this.#footer.get(word);
		const { passed, failed, skipped } = this.#name() === "deno" ? this.#tops : this.#leaves;
		const total = of("tests");
		if (total === void 0 || of("pass") === void 0) return {
			passed,
			failed,
			skipped,
			total: passed + failed + skipped
		};
		const footFailed = (of("fail") ?? 0) + (of("cancelled") ?? 0);
		const footSkipped = of("skipped") === void 0 ? skipped : (of("skipped") ?? 0) + (of("todo") ?? 0);
		const all = (of("pass") ?? 0) + footFailed + footSkipped;
		return {
			passed: of("pass") ?? 0,
			failed: footFailed,
			skipped: footSkipped,
			total: Math.max(total, all)
		};
	}
	#inYaml(text) {
		const yaml = this.#yaml;
		if (!yaml) return;
		if (text.trim() !== "..." || indentOf(text) !== yaml.indent) {
			if (yaml.lines.length < 120) yaml.lines.push(text.slice(yaml.indent));
			if (yaml.lines.length < 2e3 && !/^(?:not )?ok \d+ - |^1\.\.\d+$/.test(text)) return;
			this.#yaml = null;
			return;
		}
		this.#yaml = null;
		this.#diagnosed(yaml.lines);
	}
	#diagnosed(lines) {
		const said = readTapDiagnostic(lines);
		if (said.fromNode) this.#tool = "node:test";
		const suite = this.#pendingSuite;
		if (suite && (said.failureType === null || said.failureType === "subtestsFailed")) {
			this.#closeSuite(suite.failedChildren === 0);
			if (suite.failedChildren > 0) return;
		} else if (suite) {
			this.#pendingSuite = null;
			this.#draft = this.#run.add(titled(suite.title));
		}
		if (!this.#draft) return;
		this.#draft.file = said.file ?? this.#draft.file;
		this.#draft.line = said.line ?? this.#draft.line;
		this.#draft.message = said.message ?? this.#draft.message;
		for (const line of said.details) this.#run.detail(this.#draft, line);
		if (said.fromNode) this.#draft = null;
	}
	#subtest(level, name) {
		this.#levels.length = Math.min(this.#levels.length, level);
		while (this.#levels.length < level) this.#levels.push({
			name: null,
			children: 0,
			failedChildren: 0
		});
		this.#levels.push({
			name: unescaped(name),
			children: 0,
			failedChildren: 0
		});
	}
	#result(text) {
		const found = RESULT$1.exec(text);
		if (!found) return;
		this.#closeSuite(true);
		this.#draft = null;
		const level = (found[1] ?? "").length / STEP;
		const rest = found[4] ?? "";
		const directive = DIRECTIVE.exec(rest);
		const name = unescaped((directive ? rest.slice(0, directive.index) : rest).replace(/ \{$/, "").replace(REMARK, "").trim());
		const own = this.#levels[level];
		const container = own !== void 0 && own.children > 0;
		const failed = found[2] !== void 0 && !directive;
		if (level === 0) this.#top += 1;
		if (level === 0) this.#tops[directive ? "skipped" : failed ? "failed" : "passed"] += 1;
		const parent = level > 0 ? this.#levels[level - 1] : void 0;
		if (parent) {
			parent.children += 1;
			if (failed) parent.failedChildren += 1;
		}
		const title = [...this.#levels.slice(0, level).map((outer) => outer.name ?? ""), name];
		this.#levels.length = Math.min(this.#levels.length, level);
		if (rest.endsWith(" {")) {
			this.#subtest(level, name);
			return;
		}
		if (container) {
			if (failed) this.#pendingSuite = {
				level,
				title,
				failedChildren: own.failedChildren
			};
			return;
		}
		this.#leaf(directive !== null, failed, title);
	}
	#leaf(directive, failed, title) {
		if (directive) this.#leaves.skipped += 1;
		else if (!failed) {
			this.#leaves.passed += 1;
			if (title.length === 1 && /^\/\S+\.[cm]?[jt]s$/.test(title[0] ?? "")) this.#empty += 1;
		} else {
			this.#leaves.failed += 1;
			this.#draft = this.#run.add(titled(title));
		}
	}
	#closeSuite(own) {
		const suite = this.#pendingSuite;
		this.#pendingSuite = null;
		if (suite && own && suite.failedChildren === 0) this.#draft = this.#run.add(titled(suite.title));
		else if (suite && own) this.#draft = null;
	}
	#other(text, body) {
		const footer = text.startsWith("# ") ? FOOTER$6.exec(text) : null;
		if (footer) {
			this.#footer.set(footer[1] ?? "", Number(footer[2]));
			if (footer[1] === "duration_ms") this.#tool = "node:test";
			this.#draft = null;
			return;
		}
		if (/^# \.\/\S+\.[jt]sx?$/.test(text)) this.#tool = "deno";
		const place = /^# \((?:in test file|from function .* in (?:test )?file) (.+), line (\d+)/.exec(body);
		if (place) {
			this.#tool = "bats";
			if (this.#draft) {
				this.#draft.file = place[1] ?? null;
				this.#draft.line = Number(place[2]);
			}
		} else if (this.#draft) this.#run.detail(this.#draft, body.startsWith("#") ? body.replace(/^# ?/, "") : text);
	}
};
/** Runners that start one process per file use the file as the outermost title. */
function titled(path) {
	const title = path.length > 1 && /^(?:test unfinished|timeout!)$/.test(path.at(-1) ?? "") ? path.slice(0, -1) : path;
	const [first = "", ...rest] = title;
	if (!/^\S+\.(?:[cm]?[jt]sx?|bats|t|py|sh)$/.test(first)) return {
		title,
		file: null
	};
	return {
		title: rest.length > 0 ? rest : ["file failed"],
		file: first
	};
}
const unescaped = (name) => name.replace(/\\([#\\])/g, "$1");
//#endregion
//#region src/read/reports/xml.ts
const TOKEN = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[?!][^>]*(?:>|$)|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)|</g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_TEXT = 2e4;
/**
* Reads the XML that test runners write: elements, attributes, text, CDATA. No entities beyond the five and numbers, so
* there is nothing to expand and nothing to fetch. `closed` tells whether the root element was properly ended.
*/
function parseXml(xml) {
	const top = {
		name: "",
		attributes: {},
		children: [],
		text: ""
	};
	const open = [top];
	let closedRoot = false;
	for (const [, cdata, closing, name, attributes = "", empty, text] of xml.matchAll(TOKEN)) {
		const parent = open.at(-1) ?? top;
		if (name !== void 0) {
			const element = {
				name,
				attributes: attributesIn(attributes),
				children: [],
				text: ""
			};
			parent.children.push(element);
			if (empty !== "/") open.push(element);
			else if (open.length === 1) closedRoot = true;
		} else if (closing !== void 0) {
			const at = open.findLastIndex((element) => element.name === closing);
			if (at > 0) open.length = at;
			if (open.length === 1) closedRoot = true;
		} else if (parent.text.length < MAX_TEXT) parent.text += cdata ?? unescapeXml(text ?? "");
	}
	return {
		root: top,
		closed: closedRoot && open.length === 1
	};
}
function descendants(element, name) {
	return element.children.flatMap((child) => child.name === name ? [child] : descendants(child, name));
}
function attributesIn(text) {
	const found = {};
	for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) found[name] = unescapeXml(double ?? single ?? "");
	return found;
}
const NAMED = {
	lt: "<",
	gt: ">",
	amp: "&",
	quot: "\"",
	apos: "'"
};
function unescapeXml(text) {
	if (!text.includes("&")) return text;
	return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
		const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
		if (code !== null) return code > 0 && code <= 1114111 ? String.fromCodePoint(code) : "";
		return NAMED[name] ?? whole;
	});
}
//#endregion
//#region src/read/reports/coverage-reports.ts
const percent = (covered, total) => total === 0 ? 100 : Math.round(covered / total * 1e4) / 100;
/** Istanbul's json-summary. */
function istanbulSummary(report) {
	const total = object(object(report)["total"]);
	const lines = object(total["lines"]);
	if (number(lines["total"]) === null) return null;
	const of = (key) => number(object(total[key])["pct"]);
	return {
		lines: of("lines"),
		statements: of("statements"),
		branches: of("branches"),
		functions: of("functions"),
		covered: number(lines["covered"]),
		total: number(lines["total"])
	};
}
/** `coverage json`. */
function coveragePy(report) {
	const totals = object(object(report)["totals"]);
	const [covered, total] = [number(totals["covered_lines"]), number(totals["num_statements"])];
	if (covered === null || total === null) return null;
	const branches = number(totals["num_branches"]);
	const shown = number(totals["percent_covered"]);
	return {
		...NO_COVERAGE,
		lines: percent(covered, total),
		statements: shown === null ? percent(covered, total) : Math.round(shown * 100) / 100,
		branches: branches ? percent(number(totals["covered_branches"]) ?? 0, branches) : null,
		covered,
		total
	};
}
/** `cargo llvm-cov --json`. */
function llvmCov(report) {
	const totals = object(object(list(object(report)["data"])[0])["totals"]);
	const lines = object(totals["lines"]);
	if (text$1(object(report)["type"])?.startsWith("llvm.coverage") !== true || number(lines["count"]) === null) return null;
	const of = (key) => {
		const share = number(object(totals[key])["percent"]);
		return share === null ? null : Math.round(share * 100) / 100;
	};
	return {
		lines: of("lines"),
		statements: of("regions"),
		branches: number(object(totals["branches"])["count"]) ? of("branches") : null,
		functions: of("functions"),
		covered: number(lines["covered"]),
		total: number(lines["count"])
	};
}
function lcov(source) {
	const sums = {
		LF: 0,
		LH: 0,
		FNF: 0,
		FNH: 0,
		BRF: 0,
		BRH: 0
	};
	let records = 0;
	for (const [, key = "", value] of source.matchAll(/^(LF|LH|FNF|FNH|BRF|BRH):(\d+)|^end_of_record/gm)) if (key === "") records += 1;
	else sums[key] = (sums[key] ?? 0) + Number(value);
	const of = (key) => sums[key] ?? 0;
	if (records === 0) return null;
	return {
		...NO_COVERAGE,
		lines: percent(of("LH"), of("LF")),
		branches: of("BRF") > 0 ? percent(of("BRH"), of("BRF")) : null,
		functions: of("FNF") > 0 ? percent(of("FNH"), of("FNF")) : null,
		covered: of("LH"),
		total: of("LF")
	};
}
function cobertura(xml) {
	const [root] = descendants(parseXml(xml).root, "coverage");
	const rate = Number(root?.attributes["line-rate"] ?? NaN);
	if (!root || !Number.isFinite(rate)) return null;
	const of = (key) => root.attributes[key] === void 0 ? null : Number(root.attributes[key]);
	const branches = of("branches-valid");
	return {
		...NO_COVERAGE,
		lines: Math.round(rate * 1e4) / 100,
		branches: branches === 0 || of("branch-rate") === null ? null : Math.round((of("branch-rate") ?? 0) * 1e4) / 100,
		covered: of("lines-covered"),
		total: of("lines-valid")
	};
}
/** `go test -coverprofile`: a block may be listed once per package that was run; any hit covers it. */
function goProfile(source) {
	if (!source.startsWith("mode: ")) return null;
	const blocks = /* @__PURE__ */ new Map();
	for (const [, where = "", statements, count] of source.matchAll(/^(\S+:\d+\.\d+,\d+\.\d+) (\d+) (\d+)$/gm)) {
		const hit = Number(count) > 0 || blocks.get(where)?.hit === true;
		blocks.set(where, {
			statements: Number(statements),
			hit
		});
	}
	const all = [...blocks.values()];
	const total = all.reduce((sum, { statements }) => sum + statements, 0);
	const covered = all.filter(({ hit }) => hit).reduce((sum, { statements }) => sum + statements, 0);
	return {
		...NO_COVERAGE,
		statements: percent(covered, total),
		covered,
		total
	};
}
//#endregion
//#region src/read/reports/json-reports.ts
/** `jest --json`, `vitest --reporter=json`. */
function readJestJson(report, context) {
	const files = list(object(report)["testResults"]);
	if (number(object(report)["numTotalTests"]) === null) return null;
	const run = new Gathered(context);
	for (const file of files.map(object)) {
		const path = text$1(file["name"]) ?? "";
		const tests = list(file["assertionResults"]).map(object);
		for (const test of tests.filter(({ status }) => status === "failed")) describe(run, run.add({
			title: [...list(test["ancestorTitles"]).map((part) => text$1(part) ?? ""), text$1(test["title"]) ?? ""],
			file: path
		}), list(test["failureMessages"]).map((part) => text$1(part) ?? "").join("\n"));
		if (text$1(file["status"]) === "failed" && !tests.some(({ status }) => status === "failed")) describe(run, run.add({
			title: ["Test suite failed to run"],
			file: path
		}), text$1(file["message"]) ?? "");
	}
	const of = (key) => number(object(report)[key]) ?? 0;
	const counts = {
		passed: of("numPassedTests"),
		failed: of("numFailedTests"),
		skipped: of("numPendingTests") + of("numTodoTests"),
		total: of("numTotalTests")
	};
	const vitest = object(report)["numTotalTestSuites"] !== void 0 && files.some((file) => object(file)["endTime"] !== void 0) && object(report)["openHandles"] === void 0;
	return run.tests(vitest ? "vitest" : "jest", {
		counts,
		complete: true,
		ran: counts.passed + counts.failed > 0,
		weight: "footer"
	}).reading;
}
/** Mocha's json reporter. */
function readMochaJson(report, context) {
	const stats = object(object(report)["stats"]);
	if (number(stats["passes"]) === null || !Array.isArray(object(report)["failures"])) return null;
	const run = new Gathered(context);
	for (const test of list(object(report)["failures"]).map(object)) {
		const [title, full] = [text$1(test["title"]) ?? "", text$1(test["fullTitle"]) ?? ""];
		const outer = full.endsWith(title) ? full.slice(0, full.length - title.length).trim() : "";
		describe(run, run.add({
			title: outer === "" ? [title] : [outer, title],
			file: text$1(test["file"])
		}), text$1(object(test["err"])["stack"]) ?? text$1(object(test["err"])["message"]) ?? "");
	}
	const of = (key) => number(stats[key]) ?? 0;
	const counts = {
		passed: of("passes"),
		failed: of("failures"),
		skipped: of("pending"),
		total: of("passes") + of("failures") + of("pending")
	};
	return run.tests("mocha", {
		counts,
		complete: true,
		ran: counts.passed + counts.failed > 0,
		weight: "footer"
	}).reading;
}
/** RSpec's json formatter. */
function readRspecJson(report, context) {
	const summary = object(object(report)["summary"]);
	const of = (key) => number(summary[key]) ?? 0;
	if (number(summary["example_count"]) === null) return null;
	const run = new Gathered(context);
	for (const example of list(object(report)["examples"]).map(object).filter(({ status }) => status === "failed")) {
		const draft = run.add({
			title: [text$1(example["full_description"]) ?? ""],
			file: text$1(example["file_path"]),
			line: number(example["line_number"])
		});
		const exception = object(example["exception"]);
		const trace = list(exception["backtrace"]).map((line) => `# ${text$1(line) ?? ""}`);
		describe(run, draft, [text$1(exception["message"]) ?? "", ...trace].join("\n"));
	}
	const failed = of("failure_count") + of("errors_outside_of_examples_count");
	const [total, skipped] = [of("example_count"), of("pending_count")];
	const counts = {
		passed: total - of("failure_count") - skipped,
		failed,
		skipped,
		total
	};
	return run.tests("rspec", {
		counts,
		complete: true,
		ran: total > skipped,
		weight: "footer"
	}).reading;
}
/** Playwright's json reporter. */
function readPlaywrightJson(report, context) {
	const stats = object(object(report)["stats"]);
	if (number(stats["expected"]) === null || number(stats["unexpected"]) === null) return null;
	const run = new Gathered(context);
	const visit = (suite, path) => {
		for (const spec of list(object(suite)["specs"]).map(object).filter(({ ok }) => ok === false)) {
			const errors = list(spec["tests"]).flatMap((test) => list(object(test)["results"])).flatMap((result) => list(object(result)["errors"]));
			describe(run, run.add({
				title: [...path, text$1(spec["title"]) ?? ""],
				file: text$1(spec["file"]),
				line: number(spec["line"])
			}), errors.map((error) => text$1(object(error)["message"]) ?? "").join("\n"));
		}
		for (const inner of list(object(suite)["suites"])) visit(inner, [...path, text$1(object(inner)["title"]) ?? ""]);
	};
	for (const suite of list(object(report)["suites"])) visit(suite, []);
	const of = (key) => number(stats[key]) ?? 0;
	const counts = {
		passed: of("expected") + of("flaky"),
		failed: of("unexpected"),
		skipped: of("skipped"),
		total: of("expected") + of("flaky") + of("unexpected") + of("skipped")
	};
	return run.tests("playwright", {
		counts,
		complete: true,
		ran: counts.passed + counts.failed > 0,
		weight: "footer"
	}).reading;
}
function describe(run, draft, said) {
	for (const line of said.split("\n")) run.detail(draft, line);
	if (draft.line !== null) return;
	const inFile = said.split("\n").filter((line) => /^\s*(?:at|❯) /.test(line)).map(placeIn$1).find((place) => place !== null && isOwnFrame(place.file) && draft.file !== null && (place.file.endsWith(draft.file) || draft.file.endsWith(place.file)));
	if (inFile) draft.line = inFile.line;
}
//#endregion
//#region src/read/reports/junit.ts
/** JUnit's XML, as pytest, surefire, gradle, phpunit, bats, ctest, node:test, vitest, mocha, bun, deno and playwright write it. */
function readJunit(xml, context) {
	const { root, closed } = parseXml(xml);
	if (!root.children.some(({ name }) => name === "testsuites" || name === "testsuite")) return null;
	const run = new Gathered(context);
	const counts = {
		passed: 0,
		failed: 0,
		skipped: 0
	};
	visit(root, {
		path: [],
		file: null
	}, (test, place) => {
		const kind = kindOf(test);
		counts[kind] += 1;
		if (kind === "failed") fail(run, test, place);
	});
	const total = {
		...counts,
		total: counts.passed + counts.failed + counts.skipped
	};
	const { reading } = run.tests("junit", {
		counts: total,
		complete: closed,
		ran: counts.passed + counts.failed > 0,
		weight: "footer"
	});
	return reading;
}
function visit(element, position, test) {
	for (const child of element.children) if (child.name === "testcase") test(child, position);
	else if (child.name === "testsuite" || child.name === "testsuites") {
		const file = child.attributes["file"] ?? child.attributes["filepath"] ?? position.file;
		visit(child, {
			path: child.name === "testsuite" ? [...position.path, child.attributes["name"] ?? ""] : position.path,
			file
		}, test);
	}
}
function kindOf(test) {
	const names = test.children.map(({ name }) => name);
	if (names.includes("failure") || names.includes("error")) return "failed";
	if (names.includes("skipped") || test.attributes["status"] === "disabled" || test.attributes["status"] === "notrun") return "skipped";
	return "passed";
}
function fail(run, test, position) {
	const [trouble] = [...descendants(test, "failure"), ...descendants(test, "error")];
	const { name = "", classname = "", file, line } = test.attributes;
	const details = [trouble?.attributes["message"] ?? "", ...(trouble?.text ?? "").split("\n")];
	const place = details.map(placeIn$1).find((found) => found !== null);
	const python = file === void 0 ? pythonFile(classname) : null;
	const own = file ?? position.file ?? python?.file ?? fileLike(classname) ?? place?.file ?? null;
	const title = python ? [...python.classes, name] : titleOf$1(name, classname, position, own);
	const draft = run.add({
		title,
		file: own,
		line: line ? Number(line) : null
	});
	for (const text of details) run.detail(draft, text);
	const message = trouble?.attributes["message"]?.split("\n")[0];
	if (message) draft.message = message;
}
const fileLike = (text) => /^\S+\.(?:[cm]?[jt]sx?|bats|py|rb|php)$/.test(text) ? text : null;
function pythonFile(classname) {
	const parts = classname.split(".");
	const module = parts.findLastIndex((part) => /^test_|_test$/.test(part));
	return module === -1 ? null : {
		file: `${parts.slice(0, module + 1).join("/")}.py`,
		classes: parts.slice(module + 1)
	};
}
function titleOf$1(name, classname, position, file) {
	const suites = position.path.filter((part) => part !== "" && part !== file && !/^(?:Mocha Tests|jest tests|vitest tests|root|bun test)$/i.test(part));
	if (fileLike(classname) || classname === file) return name.includes(" > ") || suites.length === 0 ? [name] : [...suites.filter((part) => !fileLike(part)), name];
	if (classname === "" || classname === "test" || name === classname || /^[ .:>]/.test(name.slice(classname.length)) && name.startsWith(classname)) return [...suites.filter((part) => !fileLike(part) && part !== "test"), name];
	return [classname.split(".").at(-1) ?? classname, name];
}
//#endregion
//#region src/read/reports/lint-json.ts
/** `eslint -f json`. */
function readEslintJson(report, context) {
	const files = list(report).map(object);
	if (!Array.isArray(report) || !files.every((file) => text$1(file["filePath"]) !== null && Array.isArray(file["messages"])) || files.length === 0) return null;
	const run = new Gathered(context);
	let warnings = 0;
	for (const file of files) for (const message of list(file["messages"]).map(object)) if (message["severity"] !== 2) warnings += 1;
	else {
		const said = text$1(message["message"]) ?? "";
		run.add({
			title: [said],
			file: text$1(file["filePath"]),
			line: number(message["line"]),
			rule: text$1(message["ruleId"]) ?? "parsing-error",
			message: said,
			family: message["ruleId"] === null ? "syntax" : "lint"
		});
	}
	if (warnings > 0) run.note(plural(warnings, "warning"));
	const problems = {
		errors: run.drafts.length + run.dropped,
		warnings
	};
	return run.diagnostics("eslint", {
		complete: true,
		weight: "footer",
		problems
	}).reading;
}
/** `biome --reporter=json`. */
function readBiomeJson(report, context) {
	if (!Array.isArray(object(report)["diagnostics"]) || object(report)["summary"] === void 0) return null;
	const run = new Gathered(context);
	for (const diagnostic of list(object(report)["diagnostics"]).map(object).filter(({ severity }) => severity === "error" || severity === "fatal")) {
		const location = object(diagnostic["location"]);
		const said = text$1(diagnostic["message"]) ?? text$1(diagnostic["description"]) ?? "";
		const file = text$1(location["path"]) ?? text$1(object(location["path"])["file"]);
		run.add({
			title: [said],
			file,
			line: number(object(location["start"])["line"]),
			rule: text$1(diagnostic["category"]),
			message: said
		});
	}
	const { errors, warnings } = object(object(report)["summary"]);
	const problems = {
		errors: number(errors) ?? run.drafts.length,
		warnings: number(warnings) ?? 0
	};
	return run.diagnostics("biome", {
		complete: true,
		weight: "footer",
		problems
	}).reading;
}
/** `pyright --outputjson`; lines are counted from zero there. */
function readPyrightJson(report, context) {
	if (!Array.isArray(object(report)["generalDiagnostics"])) return null;
	const run = new Gathered(context);
	for (const diagnostic of list(object(report)["generalDiagnostics"]).map(object).filter(({ severity }) => severity === "error")) {
		const said = (text$1(diagnostic["message"]) ?? "").split("\n")[0] ?? "";
		const line = number(object(object(diagnostic["range"])["start"])["line"]);
		run.add({
			title: [said],
			file: text$1(diagnostic["file"]),
			line: line === null ? null : line + 1,
			rule: text$1(diagnostic["rule"]),
			message: said
		});
	}
	const { errorCount, warningCount } = object(object(report)["summary"]);
	const problems = {
		errors: number(errorCount) ?? run.drafts.length,
		warnings: number(warningCount) ?? 0
	};
	return run.diagnostics("pyright", {
		complete: true,
		weight: "footer",
		problems
	}).reading;
}
/** `ruff --output-format=json`. */
function readRuffJson(report, context) {
	const found = list(report).map(object);
	if (!Array.isArray(report) || found.length === 0 || !found.every((one) => text$1(one["filename"]) !== null && "code" in one)) return null;
	const run = new Gathered(context);
	for (const one of found) {
		const said = text$1(one["message"]) ?? "";
		run.add({
			title: [said],
			file: text$1(one["filename"]),
			line: number(object(one["location"])["row"]),
			rule: text$1(one["code"]) ?? "invalid-syntax",
			message: said
		});
	}
	return run.diagnostics("ruff", {
		complete: true,
		weight: "footer"
	}).reading;
}
//#endregion
//#region src/read/reports/read-report.ts
const nowhere = {
	root: null,
	directory: "",
	primed: /* @__PURE__ */ new Set()
};
/** Reads a report that a tool wrote for machines; null when it is not one, or breaks off before anything was said. */
function readReport(kind, content, context = {}) {
	const source = typeof content === "string" ? content : new TextDecoder().decode(content);
	const full = {
		...nowhere,
		...context
	};
	switch (kind) {
		case "junit": return readJunit(source, full);
		case "json": return readJsonReport(parseJson(source), full);
		case "go-json":
		case "tap": return byLines(kind === "tap" ? tap : goJson, source, full);
		default: return covered(kind, source);
	}
}
/** Tells by its shape who wrote a JSON report. */
function readJsonReport(report, context) {
	if (report === void 0) return null;
	for (const read of [
		readJestJson,
		readMochaJson,
		readRspecJson,
		readPlaywrightJson,
		readEslintJson,
		readBiomeJson,
		readPyrightJson,
		readRuffJson
	]) {
		const reading = read(report, context);
		if (reading) return reading;
	}
	return measured("coverage", istanbulSummary(report) ?? coveragePy(report) ?? llvmCov(report));
}
function covered(kind, source) {
	return measured(kind, {
		lcov,
		cobertura,
		"go-cover": goProfile
	}[kind](source));
}
const measured = (tool, coverage) => coverage ? {
	...blank(tool, "coverage"),
	coverage
} : null;
function byLines(plan, source, context) {
	const reader = plan.create(context);
	for (const line of source.split("\n")) reader.line(line);
	return reader.end(null)[0]?.reading ?? null;
}
//#endregion
//#region src/read/tools/embedded.ts
/** A machine report that somebody had printed to standard output. */
const embedded = {
	tool: "embedded",
	wakes: [
		"{",
		"[{",
		"[",
		"<testsuite",
		"<?xml"
	],
	wholeLines: true,
	create: (context) => new Embedded(context)
};
const MAX = 16e6;
const CLOSES = {
	"{": "}",
	"[": "]"
};
var Embedded = class {
	#context;
	#found = [];
	#lines = null;
	#size = 0;
	#end = "";
	constructor(context) {
		this.#context = context;
	}
	line(text) {
		if (this.#lines === null) this.#begin(text);
		else this.#go(text);
	}
	end() {
		return this.#found;
	}
	#begin(text) {
		const first = text[0] ?? "";
		if (text === "{" || text === "[") this.#open(text, CLOSES[text] ?? "");
		else if (first === "<" && /^<(?:testsuites?[\s>]|\?xml )/.test(text)) {
			this.#open(text, /^<testsuite\s/.test(text) ? "</testsuite>" : "</testsuites>");
			if (text.includes(this.#end)) this.#close();
		} else if ((first === "{" || first === "[") && text.length > 60 && /^(?:\{"|\[\{")/.test(text) && !text.startsWith("{\"Time\":")) this.#json(text);
	}
	#open(text, end) {
		this.#lines = [text];
		this.#size = text.length;
		this.#end = end;
	}
	#go(text) {
		this.#size += text.length + 1;
		if (this.#size > MAX) this.#lines = null;
		this.#lines?.push(text);
		if (text === this.#end || this.#end.startsWith("</") && text.endsWith(this.#end)) this.#close();
	}
	#close() {
		const source = this.#lines?.join("\n") ?? "";
		this.#lines = null;
		if (source.startsWith("<")) this.#add(readReport("junit", source, this.#context));
		else this.#json(source);
	}
	#json(source) {
		this.#add(readJsonReport(parseJson(source), this.#context));
	}
	#add(reading) {
		if (!reading) return;
		const named = reading.tool === "junit" ? [
			"mocha",
			"vitest",
			"node:test",
			"pytest",
			"bun test",
			"deno"
		].find((tool) => this.#context.primed.has(tool)) : void 0;
		this.#found.push({
			reading: named ? {
				...reading,
				tool: named
			} : reading,
			weight: "footer"
		});
	}
};
//#endregion
//#region src/read/tools/eslint.ts
/** The stylish form of eslint and of the linters that copied it: a file, then its rows, then "✖ n problems". */
const eslint = {
	tool: "eslint",
	wakes: ["Oops! Something went wrong!"],
	wakesWhen: (text, indent) => indent === 0 ? text.endsWith(")") && text.includes(": line ") : indent >= 2 && indent < 8 && ROW.test(text),
	create: (context) => new Eslint(context)
};
const ROW = /^ {2,}(\d+):(\d+)\s+(error|warning)\s+(.+?)(?:\s{2,}(\S+))?\s*$/;
const FOOTER$5 = /^✖ (\d+) problems? \((\d+) errors?, (\d+) warnings?\)/;
const COMPACT = /^(.+): line (\d+), col \d+, (Error|Warning) - (.+?)(?: \(([^)]+)\))?$/;
var Eslint = class {
	#context;
	#run;
	#header = null;
	#warnings = [];
	#rows = 0;
	#oops = false;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		const code = text.charCodeAt(0);
		if (code === 32) {
			const second = text.charCodeAt(2);
			if (this.#header !== null && second >= 48 && second <= 57) this.#row(text);
			return;
		}
		if (code === 10006) this.#closing(text);
		else if (text.endsWith(")") && text.includes(": line ")) this.#compact(text);
		else if (text.startsWith("Oops! Something went wrong!")) this.#oops = true;
		else if (this.#oops && /^(?:\w*Error: |No files matching)/.test(text)) this.#broken(text);
		else if (text.startsWith("ESLint found too many warnings")) this.#tooManyWarnings();
		if (text.length > 0 && text.length < 500) this.#header = text.includes(".") ? text : null;
	}
	end() {
		if (this.#rows > 0) this.#finish("banner");
		return this.#found;
	}
	#row(text) {
		const row = ROW.exec(text);
		if (!row || this.#header === null) return;
		this.#rows += 1;
		const [, line, , severity, message = "", rule] = row;
		const parse = /^Parsing error: /.test(message);
		this.#take({
			file: this.#header,
			line: Number(line),
			rule: rule ?? (parse ? "parsing-error" : null),
			message
		}, severity === "error");
	}
	#compact(text) {
		const row = COMPACT.exec(text);
		if (!row) return;
		this.#rows += 1;
		const [, file = "", line, severity, message = "", rule] = row;
		this.#take({
			file,
			line: Number(line),
			rule: rule ?? null,
			message
		}, severity === "Error");
	}
	#take(fields, error) {
		if (error) this.#run.add({
			...fields,
			title: [fields.message],
			family: fields.rule === "parsing-error" ? "syntax" : "lint"
		});
		else if (this.#warnings.length < 500) this.#warnings.push(fields);
	}
	#closing(text) {
		const footer = FOOTER$5.exec(text);
		if (!footer || this.#rows === 0) return;
		if (Number(footer[3]) > 0) this.#run.note(`${footer[3]} warnings`);
		this.#finish("footer", {
			errors: Number(footer[2]),
			warnings: Number(footer[3])
		});
	}
	#broken(text) {
		this.#oops = false;
		this.#run.note(`eslint could not run: ${text}`);
		const broken = this.#run.diagnostics("eslint", {
			complete: false,
			weight: "footer",
			problems: null
		});
		this.#found.push({
			...broken,
			reading: {
				...broken.reading,
				ran: false
			}
		});
		this.#run = new Gathered(this.#context);
	}
	#tooManyWarnings() {
		const run = new Gathered(this.#context);
		for (const fields of this.#lastWarnings) run.add({
			...fields,
			title: [fields.message],
			family: "lint"
		});
		run.note("warnings count as errors here");
		const problems = this.#found.pop()?.reading.problems ?? {
			errors: 0,
			warnings: run.drafts.length
		};
		this.#found.push(run.diagnostics("eslint", {
			complete: true,
			weight: "footer",
			problems
		}));
	}
	#lastWarnings = [];
	#finish(weight, said) {
		const oxlint = this.#context.primed.has("oxlint");
		const problems = said ?? {
			errors: this.#run.drafts.length,
			warnings: this.#warnings.length
		};
		const complete = weight === "footer";
		this.#found.push(this.#run.diagnostics(oxlint ? "oxlint" : "eslint", {
			complete,
			weight,
			problems
		}));
		this.#run = new Gathered(this.#context);
		this.#lastWarnings = this.#warnings;
		this.#warnings = [];
		this.#rows = 0;
	}
};
//#endregion
//#region src/read/tools/exunit.ts
/** `mix test` */
const exunit = {
	tool: "exunit",
	wakes: [
		"1) test ",
		"1) doctest ",
		"1) property ",
		"Finished in ",
		"== Compilation error in file "
	],
	create: (context) => new Exunit(context)
};
const ENTRY$6 = /^ {2}(\d+)\) ((?:test|doctest|property) .+) \((\S+)\)$/;
const FOOTER$4 = /^(?:\d+ (?:doctests?|properties|property), )*\d+ tests?, \d+ failures?(?:, \d+ \w+)*$/;
const PLACE$4 = /^ {5}(\S+\.exs?):(\d+)$/;
var Exunit = class {
	#context;
	#run;
	#draft = null;
	#finished = false;
	#totals = null;
	#broken = null;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		const entry = text.startsWith("  ") ? ENTRY$6.exec(text) : null;
		if (entry) this.#draft = this.#run.add({ title: [(entry[2] ?? "").replace(/^test /, "")] });
		else if (/^Finished in [\d.]+ seconds/.test(text)) {
			this.#finished = true;
			this.#draft = null;
		} else if (this.#finished && FOOTER$4.test(text)) this.#totals = numbered(text);
		else if (text.startsWith("== Compilation error in file ")) this.#break(text);
		else if (this.#broken) {
			this.#broken.line ??= Number(/\.exs?:(\d+):/.exec(text)?.[1] ?? 0) || null;
			this.#run.detail(this.#broken, text.replace(/^\*\* \((\w+)\) \S+\.exs?:\d+: /, "$1: "));
		} else if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		const of = (word) => this.#totals?.get(word) ?? this.#totals?.get(`${word}s`) ?? 0;
		if (this.#totals === null && this.#run.drafts.length === 0) return [];
		const total = of("test") + of("doctest") + of("property") + (this.#totals?.get("properties") ?? 0);
		const failed = of("failure") + of("invalid");
		const skipped = of("skipped") + of("excluded");
		const counts = this.#totals && {
			passed: Math.max(0, total - failed - skipped),
			failed,
			skipped,
			total
		};
		const ran = counts === null ? !this.#broken : counts.total - counts.skipped > 0;
		const weight = this.#totals ? "footer" : this.#broken || this.#context.primed.has("exunit") ? "banner" : "hint";
		return [this.#run.tests("exunit", {
			counts,
			complete: this.#totals !== null,
			ran,
			weight
		})];
	}
	#break(text) {
		const file = /in file (\S+) ==/.exec(text)?.[1] ?? null;
		this.#broken = this.#run.add({
			title: ["could not be compiled"],
			file
		});
	}
	#detail(draft, text) {
		const place = PLACE$4.exec(text);
		if (place && draft.file === null) {
			draft.file = place[1] ?? null;
			draft.line = Number(place[2]);
		} else this.#run.detail(draft, text.replace(/^(\s*)\*\* \((\w+(?:\.\w+)*)\)/, "$1$2:"));
	}
};
//#endregion
//#region src/read/tools/formatters.ts
/** Formatters in checking mode: prettier, ruff format, rustfmt, gofmt -l, black, deno fmt. */
const formatters = {
	tool: "formatters",
	wakes: [
		"Checking formatting...",
		"Would reformat: ",
		"would reformat ",
		"Diff in ",
		"from /",
		"[warn] ",
		"[error] "
	],
	wakesFor: ["prettier"],
	create: (context) => new Formatters(context)
};
var Formatters = class {
	#context;
	#runs = /* @__PURE__ */ new Map();
	#prettier = false;
	#files = /* @__PURE__ */ new Set();
	#listed = [];
	constructor(context) {
		this.#context = context;
	}
	line(text) {
		if (text === "Checking formatting...") {
			this.#prettier = true;
			this.#of("prettier");
		} else if (this.#prettier || this.#context.primed.has("prettier")) this.#inPrettier(text);
		const ruff = /^[Ww]ould reformat:? (\S+)$/.exec(text)?.[1];
		if (ruff) this.#add(this.#context.primed.has("ruff") || text.startsWith("Would") ? "ruff" : "black", ruff, null);
		const rustfmt = /^Diff in (\S+?)(?: at line |:)(\d+):$/.exec(text);
		if (rustfmt) this.#add("rustfmt", rustfmt[1] ?? "", Number(rustfmt[2]));
		const deno = /^from (\/\S+):$/.exec(text)?.[1];
		if (deno && /\.(?:[cm]?[jt]sx?|jsonc?|md)$/.test(deno)) this.#add("deno fmt", deno, null);
	}
	end(exitCode) {
		if (!this.#prettier && exitCode !== 0 && exitCode !== null) for (const file of this.#listed) this.#add("prettier", file, null);
		return [...this.#runs].map(([tool, { run, closed }]) => run.diagnostics(tool, {
			complete: closed || run.drafts.length > 0,
			weight: "banner"
		}));
	}
	#inPrettier(text) {
		const file = /^\[warn\] (\S+\.\w+)$/.exec(text)?.[1];
		if (file) this.#add("prettier", file, null);
		const broken = /^\[error\] (\S+\.\w+): (\w*Error: .+?(?: \((\d+):\d+\))?)$/.exec(text);
		if (broken) this.#of("prettier").run.add({
			title: [broken[2] ?? ""],
			file: broken[1] ?? null,
			line: broken[3] ? Number(broken[3]) : null,
			rule: "syntax",
			message: broken[2] ?? "",
			family: "syntax"
		});
		const none = /^\[error\] (No files matching the pattern.*)$/.exec(text)?.[1];
		if (none) this.#of("prettier").run.note(none);
		if (!this.#prettier && /^(?:\.\/)?[\w@.-]+(?:\/[\w@.[\]-]+)*\.\w{1,5}$/.test(text)) this.#listed.push(text);
		if (/^(?:All matched files use|Code style issues|Error occurred when checking)/.test(text)) this.#of("prettier").closed = true;
	}
	#of(tool) {
		const known = this.#runs.get(tool) ?? {
			run: new Gathered(this.#context),
			closed: false
		};
		this.#runs.set(tool, known);
		return known;
	}
	#add(tool, file, line) {
		if (this.#files.has(`${tool} ${file}`)) return;
		this.#files.add(`${tool} ${file}`);
		const message = `${file} is not formatted`;
		this.#of(tool).run.add({
			title: [message],
			file,
			line,
			rule: "format",
			message,
			family: "format"
		});
	}
};
//#endregion
//#region src/read/tools/framed.ts
/** Linters that say what is wrong first and where in the frame below: oxlint, ruff's long form. */
const framed = {
	tool: "framed",
	wakes: [
		"x ",
		"× ",
		"! ",
		"⚠ ",
		",-[",
		"╭─[",
		"--> ",
		"Found ",
		"All checks passed!",
		"No files found to lint",
		"Finished in "
	],
	create: (context) => new Framed(context)
};
const OXLINT = /^ {2}([x×✖!⚠]) (?:((?:eslint|typescript|import|unicorn|oxc|react|jest|vitest|promise|node|jsx-a11y|nextjs|[a-z-]+)(?:-plugin-[\w-]+)?\([\w/-]+\)): )?(.+)$/;
const OXLINT_PLACE = /^\s+(?:,-|╭─)\[(.+?):(\d+):\d+\]/;
const OXLINT_CLOSED = /^Found (\d+) warnings? and (\d+) errors?\.$/;
const RUFF = /^([A-Z]{1,4}\d{1,4}|invalid-syntax:?) (?:\[\*\] )?(.+)$/;
const RUFF_PLACE = /^\s*--> (.+?\.(?:py|pyi|ipynb|toml)):(\d+):\d+$/;
const RUFF_CLOSED = /^Found \d+ errors?\.$|^All checks passed!$/;
var Framed = class {
	#context;
	#oxlint;
	#ruff;
	#warnings = /* @__PURE__ */ new Set();
	#open = null;
	#previous = "";
	#oxlintClosed = false;
	#said = null;
	#ruffClosed = false;
	#none = false;
	constructor(context) {
		this.#context = context;
		this.#oxlint = new Gathered(context);
		this.#ruff = new Gathered(context);
	}
	line(text) {
		const oxlint = text.startsWith("  ") ? OXLINT.exec(text) : null;
		if (oxlint) this.#open = {
			text: oxlint,
			warning: oxlint[1] === "!" || oxlint[1] === "⚠"
		};
		else if (this.#open && OXLINT_PLACE.test(text)) this.#placed(this.#open, OXLINT_PLACE.exec(text));
		else if (text.includes("--> ")) this.#ruffAt(text);
		else if (OXLINT_CLOSED.test(text)) this.#closeOxlint(OXLINT_CLOSED.exec(text));
		else if (RUFF_CLOSED.test(text) && (this.#ruff.drafts.length > 0 || this.#context.primed.has("ruff"))) this.#ruffClosed = true;
		else if (text.startsWith("No files found to lint")) this.#none = true;
		if (text !== "") this.#previous = text;
	}
	end() {
		const found = [];
		if (this.#oxlintClosed || this.#oxlint.drafts.length > 0 || this.#none) {
			const one = this.#oxlint.diagnostics("oxlint", {
				complete: this.#oxlintClosed,
				weight: this.#oxlintClosed ? "footer" : "banner",
				warnings: this.#warnings,
				...this.#said ? { problems: this.#said } : {}
			});
			found.push(this.#none ? {
				...one,
				reading: {
					...one.reading,
					ran: false,
					problems: null
				}
			} : one);
		}
		if (this.#ruff.drafts.length > 0 || this.#ruffClosed) found.push(this.#ruff.diagnostics("ruff", {
			complete: this.#ruffClosed,
			weight: "footer"
		}));
		return found;
	}
	#closeOxlint(found) {
		this.#oxlintClosed = true;
		this.#said = {
			errors: Number(found?.[2]),
			warnings: Number(found?.[1])
		};
	}
	#placed(open, place) {
		this.#open = null;
		const [, , rule, message = ""] = open.text;
		const draft = this.#oxlint.add({
			title: [message],
			rule: rule ?? null,
			message,
			file: place?.[1] ?? null,
			line: Number(place?.[2]),
			family: rule ? "lint" : null
		});
		if (open.warning) this.#warnings.add(draft);
	}
	#ruffAt(text) {
		const place = RUFF_PLACE.exec(text);
		const head = place ? RUFF.exec(this.#previous) : null;
		if (!place || !head) return;
		const rule = (head[1] ?? "").replace(":", "");
		this.#ruff.add({
			title: [head[2] ?? ""],
			rule,
			message: head[2] ?? "",
			file: place[1] ?? null,
			line: Number(place[2]),
			family: rule === "invalid-syntax" ? "syntax" : "lint"
		});
	}
};
//#endregion
//#region src/read/tools/go-test.ts
const goTest = {
	tool: "go test",
	wakes: [
		"--- FAIL: ",
		"--- PASS: ",
		"--- SKIP: ",
		"=== RUN ",
		"ok  	",
		"FAIL	",
		"?   	",
		"panic: ",
		"testing: warning: no tests to run",
		"pattern "
	],
	create: (context) => new GoTest(context)
};
const GLUED = /--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)$/;
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\t| )?(.*)$/;
const STARTED = /^=== (RUN|NAME|CONT|PAUSE) +(\S+)$/;
var GoTest = class {
	#run;
	#packages;
	#results = [];
	#started = /* @__PURE__ */ new Map();
	#current = null;
	#open = null;
	#verbose = false;
	#panic = null;
	#closed = 0;
	#died = false;
	constructor(context) {
		this.#run = new Gathered(context);
		this.#packages = new GoPackages(this.#run, context.root);
	}
	line(text) {
		const started = text.startsWith("=== ") ? STARTED.exec(text) : null;
		if (started) {
			this.#start(started[1] ?? "", started[2] ?? "");
			return;
		}
		if (text.includes("--- ") && text.endsWith("s)")) {
			const result = GLUED.exec(text);
			if (result) {
				this.#result(result[1] ?? "", result[2] ?? "");
				return;
			}
		}
		const closing = PACKAGE.exec(text);
		if (closing) {
			this.#close(closing[1] ?? "", closing[2] ?? "", closing[3] ?? "");
			return;
		}
		if (text.startsWith("panic: ")) this.#panic ??= [];
		this.#output(text);
	}
	end() {
		if (this.#closed === 0 && this.#results.length === 0 && this.#panic === null) return [];
		if (this.#closed === 0 && !this.#verbose && this.#results.length === 0) return [];
		const left = this.#results.length > 0;
		this.#packages.close(null, this.#results, []);
		return this.#packages.end(this.#verbose, !left && this.#closed > 0 && !this.#died);
	}
	#start(kind, name) {
		this.#verbose = true;
		this.#current = kind === "PAUSE" ? null : name;
		if (kind === "RUN" && this.#started.size < 2e4) this.#started.set(name, []);
	}
	#result(status, name) {
		if (this.#verbose && !this.#started.has(name)) return;
		this.#open = {
			name,
			status,
			output: [...this.#started.get(name) ?? []]
		};
		if (this.#results.length < 2e4) this.#results.push(this.#open);
		this.#current = null;
	}
	#close(word, name, rest) {
		this.#closed += 1;
		const failed = word === "FAIL";
		if (failed && this.#panic && this.#verbose) this.#unfinished();
		if (failed && this.#panic) this.#died = true;
		this.#packages.close(name, this.#results, failed && !this.#results.some(({ status }) => status === "FAIL") ? this.#panic ?? [rest] : []);
		if (/\[no test files\]|\[no tests to run\]/.test(rest)) this.#packages.empty += 1;
		else if (!/\[(?:build|setup) failed\]/.test(rest)) this.#packages.ran += 1;
		this.#results = [];
		this.#started = /* @__PURE__ */ new Map();
		this.#open = null;
		this.#current = null;
		this.#panic = null;
	}
	#unfinished() {
		const done = new Set(this.#results.map(({ name }) => name));
		for (const [name, output] of this.#started) if (!done.has(name)) this.#results.push({
			name,
			status: "FAIL",
			output: [...output, ...this.#panic ?? []]
		});
	}
	#output(text) {
		if (this.#panic && this.#panic.length < 60) this.#panic.push(text);
		const lines = this.#panic && this.#open?.status === "FAIL" ? this.#open.output : this.#current !== null ? this.#started.get(this.#current) : this.#open?.output;
		if (lines && lines.length < 60) lines.push(text);
	}
};
//#endregion
//#region src/read/tools/gradle.ts
const gradle = {
	tool: "gradle",
	wakes: [
		"> Task :",
		":test",
		":compileJava",
		":compileTestJava",
		"BUILD SUCCESSFUL in",
		"BUILD FAILED in",
		"Starting a Gradle Daemon"
	],
	numberedWakes: ["tests", "test"],
	create: (context) => new Gradle(context)
};
const FAILED$1 = /^(\S.* > .+?) FAILED$/;
const TOTAL$3 = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/;
const SUMMARY$1 = /^Results: (?:SUCCESS|FAILURE) \((.+)\)/;
const TEST_TASK = /^(?:> Task )?(:(?:\S+:)?(?:test|integrationTest|check\w*Test)\w*)(?: (UP-TO-DATE|FROM-CACHE|NO-SOURCE|SKIPPED|FAILED))?/;
var Gradle = class {
	#run;
	#draft = null;
	#totals = null;
	#built = false;
	#succeeded = false;
	#tests = false;
	#idle = false;
	#nothing = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const failed = text.endsWith(" FAILED") ? FAILED$1.exec(text) : null;
		if (failed && !text.startsWith("> Task")) {
			this.#fail(failed[1] ?? "");
			return;
		}
		const total = TOTAL$3.exec(text) ?? (text.startsWith("Results: ") ? SUMMARY$1.exec(text) : null);
		if (total) {
			this.#total(total);
			return;
		}
		const task = TEST_TASK.exec(text);
		if (task) {
			this.#tests = true;
			if (task[2] && task[2] !== "FAILED") this.#idle = true;
			this.#draft = null;
		} else if (/^BUILD (?:SUCCESSFUL|FAILED) in /.test(text)) {
			this.#built = true;
			this.#succeeded = text.startsWith("BUILD SUCCESSFUL");
		} else if (/^> No tests found for given includes|did not discover any tests/.test(text)) this.#nothing = true;
		else if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		if (!this.#built && !this.#totals && this.#run.drafts.length === 0) return [];
		if (!this.#tests && !this.#totals && this.#run.drafts.length === 0) return [];
		const [total = 0, failed = 0, skipped = 0] = this.#totals ?? [];
		const zero = this.#nothing;
		const counts = this.#totals || zero ? {
			passed: total - failed - skipped,
			failed,
			skipped,
			total
		} : null;
		if (this.#idle && !this.#totals) this.#run.note("the test task was not executed: up to date, cached or without sources");
		if (this.#succeeded && !this.#totals && !this.#idle) this.#run.note("gradle prints no number of tests when all pass");
		const ran = !zero && !(this.#idle && !this.#totals) && (counts === null || total - skipped > 0);
		return [this.#run.tests("gradle", {
			counts,
			complete: this.#built,
			ran,
			weight: this.#built ? "footer" : "banner"
		})];
	}
	#fail(title) {
		const parts = title.split(" > ");
		this.#draft = this.#run.add({
			title: parts,
			rule: parts[0] ?? null
		});
	}
	#total([, total, failed, skipped]) {
		this.#draft = null;
		const by = failed === void 0 && /test/.test(total ?? "") ? numbered(total ?? "") : null;
		const fresh = by ? [
			by.get("tests") ?? 0,
			by.get("failed") ?? 0,
			by.get("skipped") ?? 0
		] : [
			Number(total),
			Number(failed ?? 0),
			Number(skipped ?? 0)
		];
		this.#totals = fresh.map((number, at) => number + (this.#totals?.[at] ?? 0));
	}
	#detail(draft, text) {
		if (text.trim() === "" && draft.details.length > 0) {
			this.#draft = null;
			return;
		}
		const at = /(?: at |\()(\w+\.(?:java|kt|groovy|scala)):(\d+)\)?$/.exec(text);
		if (at && draft.line === null) {
			draft.file = at[1] ?? null;
			draft.line = Number(at[2]);
		}
		this.#run.detail(draft, text);
	}
};
//#endregion
//#region src/read/tools/jasmine.ts
const jasmine = {
	tool: "jasmine",
	wakes: [
		"Error: ",
		"SyntaxError: ",
		"TypeError: ",
		"ReferenceError: ",
		"Started",
		"Failures:",
		"No specs found",
		"Incomplete: "
	],
	numberedWakes: ["specs", "spec"],
	create: (context) => new Jasmine(context)
};
const ENTRY$5 = /^(\d+)\) (.+)$/;
const FOOTER$3 = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/;
var Jasmine = class {
	#context;
	#run;
	#started = false;
	#listing = false;
	#next = 1;
	#draft = null;
	#totals = null;
	#closed = false;
	#nothing = false;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text === "Started") this.#started = true;
		else if (text === "Failures:") this.#list(true);
		else if (text === "Pending:") this.#list(false);
		else if (text === "No specs found") this.#nothing = true;
		else if (FOOTER$3.test(text)) {
			this.#totals = (FOOTER$3.exec(text) ?? []).slice(1).map((number) => Number(number ?? 0));
			this.#draft = null;
			this.#listing = false;
		} else if (/^Finished in [\d.]+ seconds?$/.test(text)) this.#closed = this.#totals !== null || this.#nothing;
		else if (!this.#started && this.#context.primed.has("jasmine")) this.#load(text);
		else this.#inside(text);
	}
	end() {
		if (!this.#started && !this.#closed && this.#run.drafts.length === 0) return [];
		const [specs = 0, failed = 0, skipped = 0] = this.#totals ?? [];
		const counts = this.#totals || this.#nothing ? {
			passed: specs - failed - skipped,
			failed,
			skipped,
			total: specs
		} : null;
		const ran = !this.#nothing && (counts === null || specs - skipped > 0);
		const weight = this.#closed && this.#started ? "footer" : this.#context.primed.has("jasmine") ? "banner" : "hint";
		return [this.#run.tests("jasmine", {
			counts,
			complete: this.#closed,
			ran,
			weight
		})];
	}
	#load(text) {
		if (/^\w*Error: /.test(text)) this.#draft ??= this.#run.add({ title: ["could not be loaded"] });
		this.#inside(text);
	}
	#list(failures) {
		this.#listing = failures;
		this.#draft = null;
		this.#next = 1;
	}
	#inside(text) {
		const entry = this.#listing ? ENTRY$5.exec(text) : null;
		if (entry && Number(entry[1]) === this.#next) {
			this.#next += 1;
			this.#draft = this.#run.add({ title: [entry[2] ?? ""] });
			return;
		}
		const draft = this.#draft;
		if (!draft) return;
		this.#run.detail(draft, text);
		const place = /^\s+at /.test(text) ? placeIn$1(text) : null;
		if (place && isOwnFrame(place.file) && (draft.file === null || /spec/i.test(place.file.split("/").at(-1) ?? ""))) {
			draft.file = place.file;
			draft.line = place.line;
		}
	}
};
//#endregion
//#region src/read/tools/jest.ts
const jest = {
	tool: "jest",
	wakes: [
		"FAIL ",
		"PASS ",
		"Test Suites:",
		"No tests found, exiting",
		"●  process.exit called"
	],
	create: (context) => new Jest(context)
};
const RESULT = /^(FAIL|PASS)\s+(?:.*\s)?(\S+\.[cm]?[jt]sx?|\S+\.\w+)(?: \([\d.]+ m?s\))?(?: \(\d+ MB heap size\))?$/;
const BULLET = /^ {2}● (?! )(.+)$/;
const TREE = /^(\s+)([✓✕√×○✎]) (?:skipped |todo )?(.+?)(?: \([\d.,]+ m?s\))?$/;
const OTHER_BULLETS = /^(?:Console|Cannot log after tests are done|Deprecation Warning|Validation (?:Error|Warning))/;
var Jest = class {
	#context;
	#run;
	#file = null;
	#draft = null;
	#bulletsHere = 0;
	#treeFailures = [];
	#groups = [];
	#inTree = false;
	#bare = [];
	#repeating = false;
	#footer = 0;
	#counts = null;
	#nothing = false;
	#seen = false;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		const code = text.charCodeAt(0);
		if (code === 32 && (text.startsWith(" FAIL ") || text.startsWith(" PASS "))) this.#outer(text.slice(1));
		else if (text !== "" && code !== 32) this.#outer(text);
		else if (this.#file !== null) this.#inner(text);
		else if (text.startsWith("  ●  process.exit called")) {
			this.#seen = true;
			this.#run.note("process.exit was called before the run had ended");
		}
	}
	end() {
		this.#leaveFile();
		if (this.#seen || this.#nothing || this.#counts) this.#finish();
		return this.#found;
	}
	#outer(text) {
		const code = text.charCodeAt(0);
		if (code !== 70 && code !== 80 && code !== 83 && code !== 78 && code !== 84) {
			this.#footer = 0;
			return;
		}
		const result = text.startsWith("FAIL") || text.startsWith("PASS") ? RESULT.exec(text) : null;
		if (result) {
			this.#leaveFile();
			this.#seen = true;
			this.#file = result[1] === "FAIL" ? result[2] ?? null : null;
			this.#inTree = true;
		} else if (text.startsWith("Summary of all failing tests")) {
			this.#leaveFile();
			this.#repeating = true;
		} else if (text.startsWith("No tests found, exiting with code")) this.#nothing = true;
		else this.#closing(text);
	}
	#closing(text) {
		if (/^Test Suites: .*\d+ total$/.test(text)) {
			this.#leaveFile();
			this.#footer = 1;
		} else if (this.#footer === 1 && /^Tests:\s+.*\d+ total$/.test(text)) {
			const by = numbered(text);
			const [failed, passed] = [by.get("failed") ?? 0, by.get("passed") ?? 0];
			const skipped = (by.get("skipped") ?? 0) + (by.get("todo") ?? 0);
			this.#counts = {
				passed,
				failed,
				skipped,
				total: by.get("total") ?? 0
			};
			this.#footer = 2;
		} else if (this.#footer === 2 && text.startsWith("Snapshots:")) this.#footer = 3;
		else if (this.#footer >= 2 && /^Time:\s+[\d.,]+ ?m?s/.test(text)) {
			this.#footer = 4;
			this.#finish();
		} else if (this.#footer > 0 && text !== "") this.#footer = 0;
	}
	#inner(text) {
		const bullet = BULLET.exec(text);
		if (bullet) {
			this.#bullet(bullet[1] ?? "");
			return;
		}
		if (this.#draft) {
			this.#run.detail(this.#draft, text);
			return;
		}
		if (this.#inTree) this.#tree(text);
	}
	#bullet(title) {
		this.#inTree = false;
		this.#draft = null;
		if (OTHER_BULLETS.test(title)) return;
		this.#bulletsHere += 1;
		if (!this.#repeating) this.#draft = this.#run.add({
			title: title.split(" › "),
			file: this.#file
		});
	}
	#tree(text) {
		if (text.trim() === "") {
			this.#inTree = this.#groups.length === 0 && this.#treeFailures.length === 0;
			return;
		}
		const leaf = TREE.exec(text);
		const indent = indentOf(text);
		while ((this.#groups.at(-1)?.indent ?? -1) >= indent) this.#groups.pop();
		if (!leaf) this.#groups.push({
			indent,
			name: text.trim()
		});
		else if (leaf[2] === "✕" || leaf[2] === "×") this.#treeFailures.push([...this.#groups.map(({ name }) => name), leaf[3] ?? ""]);
	}
	#leaveFile() {
		if (this.#file !== null && this.#bulletsHere === 0 && !this.#repeating) for (const title of this.#treeFailures) this.#bare.push({
			title,
			file: this.#file
		});
		this.#file = null;
		this.#draft = null;
		this.#bulletsHere = 0;
		this.#treeFailures = [];
		this.#groups = [];
		this.#inTree = false;
	}
	#finish() {
		const counts = this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : this.#counts;
		const complete = this.#footer === 4 || this.#nothing;
		if (complete || this.#context.primed.has("jest")) for (const { title, file } of this.#bare) this.#run.add({
			title,
			file
		});
		this.#bare = [];
		const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0 || this.#run.drafts.length > 0);
		const weight = complete ? "footer" : this.#run.drafts.length > 0 || this.#run.notes.length > 0 ? "banner" : "hint";
		this.#found.push(this.#run.tests("jest", {
			counts,
			complete,
			ran,
			weight
		}));
		this.#run = new Gathered(this.#context);
		this.#counts = null;
		this.#nothing = false;
		this.#seen = false;
		this.#footer = 0;
		this.#repeating = false;
	}
};
//#endregion
//#region src/read/tools/located.ts
/**
* Compilers and linters that say everything on one line, beginning with the place: tsc, gcc, clang, javac, mypy, pyright,
* flake8, pylint, ruff, golangci-lint, go build, rustc's short form, msbuild, eslint's unix and compact forms.
*/
const located = {
	tool: "located",
	wakes: [
		"error TS",
		"Success: no issues found",
		"vet: "
	],
	numberedWakes: ["error", "errors"],
	wakesWhen: (text) => mayBePlaced(text),
	create: (context) => new Located(context)
};
var Located = class {
	#context;
	#groups = /* @__PURE__ */ new Map();
	#seen = /* @__PURE__ */ new Set();
	#goPackage = false;
	#lines = 0;
	#previous = null;
	constructor(context) {
		this.#context = context;
	}
	line(text) {
		const code = text.charCodeAt(0);
		this.#lines += 1;
		if (code === 35) {
			this.#goPackage = /^# \S+(?: \[\S+\])?$/.test(text);
			return;
		}
		const found = diagnosticIn(text, this.#goPackage, this.#context);
		if (found) this.#add(found);
		else this.#other(text);
	}
	end() {
		return [...this.#groups].flatMap(([tool, group]) => {
			if (group.run.drafts.length === 0 && !group.closed) return [];
			return [{
				...group.run.diagnostics(tool, {
					complete: true,
					weight: group.closed ? "footer" : "banner",
					warnings: group.warnings,
					...group.said ? { problems: group.said } : {}
				}),
				after: group.after
			}];
		});
	}
	#add(found) {
		const group = this.#group(found.tool);
		const key = `${found.file}:${found.line}:${found.message}`;
		if (found.tool === "javac" && this.#seen.has(key)) return;
		if (this.#seen.size < 5e3) this.#seen.add(key);
		const { file, line, rule, message } = found;
		const draft = group.run.add({
			title: [message],
			file,
			line,
			rule,
			message
		});
		if (found.severity === "warning") group.warnings.add(draft);
		this.#previous = {
			tool: found.tool,
			draft
		};
	}
	#group(tool) {
		const known = this.#groups.get(tool);
		if (known) return known;
		const group = {
			run: new Gathered(this.#context),
			warnings: /* @__PURE__ */ new Set(),
			after: this.#lines,
			closed: false,
			said: null
		};
		this.#groups.set(tool, group);
		return group;
	}
	#other(text) {
		const previous = this.#previous;
		if (previous) this.#continued(text, previous);
		const code = text.charCodeAt(0);
		if (text.length > 100) return;
		if (code !== 70 && code !== 83 && !(code >= 48 && code <= 57)) return;
		const mypy = /^Found (\d+) errors? in \d+ files? \(|^Success: no issues found/.exec(text);
		const pyright = mypy ? null : /^(\d+) errors?, (\d+) warnings?, \d+ informations?/.exec(text);
		if (mypy) this.#close("mypy", {
			errors: Number(mypy[1] ?? 0),
			warnings: 0
		});
		else if (pyright) this.#close("pyright", {
			errors: Number(pyright[1]),
			warnings: Number(pyright[2])
		});
		else if (/^Found \d+ errors?(?: in \d+ files?| in the same file.*|)\.$/.test(text) && this.#groups.has("tsc")) this.#close("tsc", null);
	}
	#close(tool, said) {
		const group = this.#group(tool);
		group.closed = true;
		group.said = said;
	}
	#continued(text, { tool, draft }) {
		this.#previous = null;
		if (draft.rule !== null || tool !== "pyright" && tool !== "mypy") return;
		const more = /^\s*(.*?)\s*[[(]([a-zA-Z-]+)[\])]$/.exec(text);
		if (!more || /:\d+:/.test(text)) return;
		draft.rule = more[2] ?? null;
		if (tool === "mypy") draft.message = `${draft.message} ${more[1]}`.trim();
	}
};
//#endregion
//#region src/read/tools/maven.ts
/** Maven: surefire and failsafe, and the compiler's complaints. */
const maven = {
	tool: "maven",
	wakes: [
		"[INFO] ",
		"[ERROR] ",
		"Tests run: "
	],
	create: (context) => new Maven(context)
};
const FAILED = /^(?:\[ERROR\] )?\s*(\S.*?)(?: --)?\s+Time elapsed: [\d.,]+ s\s+<<< (FAILURE|ERROR)!/;
const CLASS = /^(?:\[ERROR\] )?Tests run: .*<<< (?:FAILURE|ERROR)!.*?(?: -- in | - in )(\S+)$/;
const TOTAL$2 = /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/;
const COMPILE = /^\[ERROR\] (\/\S+\.(?:java|kt)|[A-Za-z]:\S+\.java):\[(\d+),\d+\] (.+)$/;
const CRASHED = /^\[ERROR\] (?:The forked VM terminated|Crashed tests:)/;
var Maven = class {
	#run;
	#compile;
	#class = "";
	#draft = null;
	#results = false;
	#totals = null;
	#plugin = false;
	#built = false;
	#nothing = false;
	#crashed = false;
	#surefire = false;
	constructor(context) {
		this.#run = new Gathered(context);
		this.#compile = new Gathered(context);
	}
	line(text) {
		if (text.includes("Tests run: ")) this.#counted(text);
		else if (text.includes(" <<< ") && FAILED.test(text)) this.#fail(FAILED.exec(text));
		else if (text.startsWith("[")) this.#tagged(text);
		else if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		const found = [];
		if (this.#compile.drafts.length > 0) found.push(this.#compile.diagnostics("javac", {
			complete: true,
			weight: "footer"
		}));
		if (this.#surefire || this.#totals || this.#nothing || this.#plugin && this.#built) found.push(this.#tests());
		return found;
	}
	#tests() {
		const [total = 0, failures = 0, errors = 0, skipped = 0] = this.#totals ?? [];
		const failed = failures + errors;
		const counts = this.#totals || this.#nothing ? {
			passed: total - failed - skipped,
			failed,
			skipped,
			total
		} : null;
		if (this.#crashed) this.#run.note("the test process ended before its tests did");
		const complete = this.#built && counts !== null && !this.#crashed;
		return this.#run.tests("maven", {
			counts,
			complete,
			ran: total - skipped > 0,
			weight: counts ? "footer" : "banner"
		});
	}
	#counted(text) {
		const inClass = CLASS.exec(text)?.[1];
		if (inClass) this.#class = inClass;
		const total = this.#results ? TOTAL$2.exec(text) : null;
		if (!total) return;
		this.#totals = total.slice(1).map((number, at) => Number(number) + (this.#totals?.[at] ?? 0));
		this.#results = false;
		this.#draft = null;
	}
	#fail(found) {
		if (!found) return;
		const title = found[1] ?? "";
		const old = /^(.+)\((\S+)\)$/.exec(title);
		const dotted = old ? null : /^((?:[a-z_$][\w$]*\.)+[A-Z][\w$]*(?:\$\w+)*)\.(.+)$/.exec(title);
		const className = old?.[2] ?? dotted?.[1] ?? this.#class;
		this.#draft = this.#run.add({
			title: [className.split(".").at(-1) ?? "", old?.[1] ?? dotted?.[2] ?? title],
			rule: className
		});
	}
	#tagged(text) {
		this.#draft = null;
		if (/^\[INFO\] +T E S T S$/.test(text) || /^\[INFO\] Running \S+$/.test(text)) this.#surefire = true;
		else if (/^\[INFO\] --- (?:maven-)?surefire(?:-plugin)?:/.test(text)) this.#plugin = true;
		else if (/^\[(?:INFO|ERROR)\] (?:Results:|Failures: ?|Errors: ?)$/.test(text)) this.#results = true;
		else if (text.startsWith("[ERROR] Failed to execute goal")) this.#built = true;
		else if (/^\[INFO\] BUILD (?:SUCCESS|FAILURE)$/.test(text)) this.#built = true;
		else if (/^\[(?:INFO|ERROR)\] (?:No tests to run\.|.*No tests were executed!)/.test(text)) this.#nothing = true;
		else if (CRASHED.test(text)) this.#crash(text);
		else if (this.#crashed && /^\[ERROR\] [\w.$]+$/.test(text)) this.#crash(text);
		else if (COMPILE.test(text)) this.#complain(COMPILE.exec(text));
	}
	#crash(text) {
		const name = /^\[ERROR\] ([a-z]\w*(?:\.\w+)+)$/.exec(text)?.[1];
		this.#crashed = true;
		if (name && !this.#run.drafts.some(({ title }) => title[0] === name)) this.#run.add({
			title: [name],
			rule: name,
			message: "the test process crashed or exited",
			family: "crash"
		});
	}
	#complain(found) {
		const [, file = "", line, message = ""] = found ?? [];
		if (this.#compile.drafts.some((draft) => draft.file === file && draft.line === Number(line) && draft.message === message)) return;
		this.#compile.add({
			title: [message],
			file,
			line: Number(line),
			message
		});
	}
	#detail(draft, text) {
		const simple = (draft.rule ?? "").split(".").at(-1)?.split("$")[0] ?? "";
		const at = /\((\w+\.(?:java|kt|groovy|scala)):(\d+)\)$/.exec(text);
		const nested = /at (?:\S+\/\/?)?(?:[\w$]+\.)*([A-Z]\w*\$\w+)\.\w+\(/.exec(text)?.[1];
		if (nested && at?.[1]?.startsWith(`${simple}.`)) draft.title = [nested, ...draft.title.slice(1)];
		if (at?.[1]?.startsWith(`${simple}.`) && draft.line === null) {
			const path = (draft.rule ?? "").split(".").slice(0, -1).join("/");
			draft.file = `src/test/${at[1].endsWith(".kt") ? "kotlin" : "java"}/${path === "" ? "" : `${path}/`}${at[1]}`;
			draft.line = Number(at[2]);
		}
		if (text.trim() !== "") this.#run.detail(draft, text.replace(/^\s+at (?:app\/\/)?/, "  at "));
	}
};
//#endregion
//#region src/read/tools/minitest.ts
/** Minitest, with rake and rails. */
const minitest = {
	tool: "minitest",
	wakes: [
		"Run options: ",
		"# Running:",
		"Failure:",
		"Error:",
		"1) Failure:",
		"1) Error:",
		"1) Skipped:"
	],
	numberedWakes: [
		"runs",
		"run",
		"tests"
	],
	create: (context) => new Minitest(context)
};
const ENTRY$4 = /^ *(?:\d+\) )?(Failure|Error|Skipped):$/;
const TITLE$1 = /^(\S.*?)#(.+?)(?: \[([^[\]]+):(\d+)\])?:$/;
const FOOTER$2 = /^(\d+) (?:runs|tests), (\d+) assertions, (\d+) failures, (\d+) errors, (\d+) (?:skips|pendings, (\d+) omissions, \d+ notifications)/;
var Minitest = class {
	#context;
	#run;
	#kind = null;
	#draft = null;
	#running = false;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text === "# Running:" || text.startsWith("Run options: --")) this.#running = true;
		const entry = text.endsWith(":") ? ENTRY$4.exec(text) : null;
		if (entry) {
			this.#kind = entry[1] ?? null;
			this.#draft = null;
			return;
		}
		if (this.#kind !== null) {
			this.#title(text);
			return;
		}
		const footer = FOOTER$2.exec(text);
		if (footer) {
			this.#finish(footer);
			return;
		}
		if (this.#draft) this.#detail(text);
	}
	end() {
		if (this.#running && (this.#run.drafts.length > 0 || this.#context.primed.has("minitest"))) this.#found.push(this.#run.tests("minitest", {
			counts: null,
			complete: false,
			ran: true,
			weight: "banner"
		}));
		else if (this.#running) this.#found.push(this.#run.tests("minitest", {
			counts: null,
			complete: false,
			ran: true,
			weight: "hint"
		}));
		return this.#found;
	}
	#title(text) {
		const kind = this.#kind;
		this.#kind = null;
		const title = TITLE$1.exec(text);
		if (!title || kind === "Skipped") return;
		const [, group = "", name = "", file, line] = title;
		this.#draft = this.#run.add({
			title: [...group.split("::"), name.replace(/^test_\d{4}_/, "")],
			file: file ?? null,
			line: line ? Number(line) : null
		});
	}
	#detail(text) {
		const draft = this.#draft;
		if (!draft) return;
		if (text.trim() === "" && draft.details.length > 0 && draft.file !== null && !/^---|^@@/.test(draft.details[0] ?? "")) {
			this.#draft = null;
			return;
		}
		this.#run.detail(draft, text);
		const place = /^\s+\S+\.rb:\d+:in /.test(text) ? placeIn$1(text) : null;
		if (place && isOwnFrame(place.file)) {
			draft.file = place.file;
			draft.line = place.line;
		}
	}
	#finish([, runs, , failures, errors, skips, omissions]) {
		const [total, failed] = [Number(runs), Number(failures) + Number(errors)];
		const skipped = Number(skips) + Number(omissions ?? 0);
		const counts = {
			passed: Math.max(0, total - failed - skipped),
			failed,
			skipped,
			total
		};
		this.#found.push(this.#run.tests("minitest", {
			counts,
			complete: true,
			ran: total - skipped > 0,
			weight: "footer"
		}));
		this.#run = new Gathered(this.#context);
		this.#draft = null;
		this.#running = false;
	}
};
//#endregion
//#region src/read/tools/mocha.ts
const mocha = {
	tool: "mocha",
	wakes: [
		"✔ ",
		"✓ ",
		"1) ",
		"Error: No test files found",
		"Exception during run:"
	],
	numberedWakes: ["passing"],
	create: (context) => new Mocha(context)
};
const PASSING = /^\s*(\d+) passing \(\d+.*\)$/;
const OTHERS = /^\s+(\d+) (pending|failing)$/;
const ENTRY$3 = /^ {2}(\d+)\) (.+)$/;
/**
* Everything that counts is in the epilogue: passing, pending, failing, then the failures in order. A program may print
* a line that looks like its beginning, so every such line starts the epilogue anew and the last one stands.
*/
var Mocha = class {
	#context;
	#run;
	#passing = null;
	#pending = 0;
	#failing = 0;
	#titles = [];
	#draft = null;
	#checks = 0;
	#nothing = false;
	#ended = false;
	#broken = null;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.includes(" passing (") && /\d+ passing \(\d+[^)]*\)$/.test(text)) {
			this.#restart(text);
			return;
		}
		if (text.startsWith("Error: No test files found")) this.#nothing = true;
		else if (text.startsWith(" Exception during run:")) this.#exception(text);
		else if (this.#broken) this.#run.detail(this.#broken, text);
		else if (this.#passing === null) this.#progress(text);
		else this.#epilogue(text);
	}
	end() {
		const total = (this.#passing ?? 0) + this.#failing + this.#pending;
		const listed = this.#run.drafts.length === this.#failing;
		if (this.#passing === null || this.#failing > 0 && this.#run.drafts.length === 0) return this.#unfinished();
		const counts = {
			passed: this.#passing,
			failed: this.#failing,
			skipped: this.#pending,
			total
		};
		const ran = this.#passing + this.#failing > 0;
		return [this.#run.tests("mocha", {
			counts,
			complete: listed && this.#ended,
			ran,
			weight: "footer"
		})];
	}
	#unfinished() {
		const complete = this.#nothing;
		const counts = complete ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : null;
		const primed = this.#context.primed.has("mocha");
		if (!complete && !primed && !this.#broken) return [];
		const weight = primed || complete || this.#broken ? "banner" : "hint";
		return [this.#run.tests("mocha", {
			counts,
			complete,
			ran: !complete && this.#checks > 0,
			weight
		})];
	}
	#restart(text) {
		const passing = PASSING.exec(text) ?? /(\d+) passing \(/.exec(text);
		this.#passing = Number(passing?.[1] ?? 0);
		this.#pending = 0;
		this.#failing = 0;
		this.#ended = false;
		this.#run = new Gathered(this.#context);
		this.#draft = null;
	}
	#exception(text) {
		const said = text.slice(22).trim();
		this.#broken = this.#run.add({
			title: ["Exception during run"],
			file: placeIn$1(said)?.file ?? null
		});
		this.#run.detail(this.#broken, said);
	}
	#progress(text) {
		if (/^\s+[✔✓] /.test(text)) this.#checks += 1;
	}
	#epilogue(text) {
		if (text.trim() === "") this.#ended = true;
		const other = this.#run.drafts.length === 0 ? OTHERS.exec(text) : null;
		if (other) {
			if (other[2] === "failing") this.#failing = Number(other[1]);
			else this.#pending = Number(other[1]);
			return;
		}
		const entry = ENTRY$3.exec(text);
		if (entry && Number(entry[1]) === this.#run.drafts.length + 1 && this.#run.drafts.length < this.#failing) {
			this.#titles = [entry[2] ?? ""];
			this.#draft = this.#run.add({ title: [withoutColon(entry[2] ?? "")] });
			return;
		}
		if (!this.#draft) return;
		if (this.#titles.length > 0 && indentOf(text) === 5 + 2 * this.#titles.length && text.trim() !== "") {
			this.#titles.push(text.trim());
			this.#draft.title = this.#titles.map((title, at) => at === this.#titles.length - 1 ? withoutColon(title) : title);
			return;
		}
		this.#titles = [];
		this.#run.detail(this.#draft, text);
	}
};
const withoutColon = (title) => title.replace(/:$/, "");
//#endregion
//#region src/read/tools/nextest.ts
const nextest = {
	tool: "nextest",
	wakes: [
		"Nextest run ID",
		"Summary [",
		"FAIL [",
		"TIMEOUT [",
		"SIGABRT [",
		"SIGSEGV ["
	],
	create: (context) => new Nextest(context)
};
const STATUS = /^\s+(?:TRY \d+ )?(FAIL|TIMEOUT|ABORT|SIG[A-Z]+|LEAK-FAIL|PASS|FLAKY|SLOW|LEAK) +(?:\d+\/\d+ )?\[[> ]*[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+) (.+)$/;
const SUMMARY = /^\s+Summary \[\s*[\d.]+s\] (\d+)(?:\/\d+)? tests? run: (.+)$/;
var Nextest = class {
	#run;
	#failed = /* @__PURE__ */ new Map();
	#draft = null;
	#summary = null;
	#banner = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.includes("Nextest run ID")) this.#banner = true;
		const summary = text.includes("Summary [") ? SUMMARY.exec(text) : null;
		if (summary) {
			this.#summary = {
				total: Number(summary[1]),
				by: numbered(summary[2] ?? "")
			};
			this.#draft = null;
			return;
		}
		const status = text.includes("s] ") ? STATUS.exec(text) : null;
		if (status) {
			this.#status(status);
			return;
		}
		if (this.#draft) this.#detail(this.#draft, text);
	}
	end() {
		if (!this.#banner && !this.#summary) return [];
		const of = (word) => this.#summary?.by.get(word) ?? 0;
		const failed = of("failed") + of("timed out") + of("exec failed") + of("aborted");
		const counts = this.#summary && {
			passed: of("passed"),
			failed,
			skipped: of("skipped"),
			total: this.#summary.total + of("skipped")
		};
		const ran = counts === null || counts.passed + counts.failed > 0;
		return [this.#run.tests("nextest", {
			counts,
			complete: counts !== null,
			ran,
			weight: counts ? "footer" : "banner"
		})];
	}
	#status([, kind = "", binary = "", name = ""]) {
		this.#draft = null;
		const key = `${binary} ${name}`;
		if (/^(?:PASS|FLAKY|SLOW|LEAK)$/.test(kind)) return;
		const known = this.#failed.get(key);
		this.#draft = known ?? this.#run.add({
			title: name.split("::"),
			family: kind === "TIMEOUT" ? "timeout" : kind.startsWith("SIG") ? "crash" : null
		});
		if (!known && kind !== "FAIL") this.#run.detail(this.#draft, kind.toLowerCase());
		this.#failed.set(key, this.#draft);
	}
	#detail(draft, text) {
		const panic = /panicked at (?:'(.*)', )?(\S+\.rs):(\d+)/.exec(text);
		if (panic && draft.file === null) {
			draft.file = panic[2] ?? null;
			draft.line = Number(panic[3]);
			draft.message = panic[1] ?? null;
			draft.details.length = 0;
			return;
		}
		this.#run.detail(draft, text);
	}
};
//#endregion
//#region src/read/tools/node-crash.ts
/** A Node program that died of an uncaught error: the place, the line, a caret, the error, "Node.js v…". */
const nodeCrash = {
	tool: "node",
	wakes: [
		"/",
		"node:internal",
		"file:///",
		"FATAL ERROR: ",
		"# /",
		"# node:internal",
		"# file:///"
	],
	create: (context) => new NodeCrash(context)
};
const PLACE$3 = /^(?:file:\/\/)?(\/\S+\.[cm]?[jt]sx?|node:\S+):(\d+)$/;
const ERROR = /^(?:Uncaught )?([\w$.]*(?:Error|Exception)(?: \[\w+\])?): (.+)$/;
const HASH = 35;
const IMPORTER = / imported from (?:file:\/\/)?(\/\S+)$/;
var NodeCrash = class {
	#run;
	#place = null;
	#age = 0;
	#draft = null;
	#ended = false;
	#fatal = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(raw) {
		const text = raw.charCodeAt(0) === HASH ? raw.replace(/^# ?/, "").replaceAll("\\#", "#") : raw;
		const place = PLACE$3.exec(text);
		if (place) {
			this.#place = {
				file: place[1] ?? "",
				line: Number(place[2])
			};
			this.#age = 0;
			this.#draft = null;
			return;
		}
		if (text.startsWith("FATAL ERROR: ")) {
			this.#fatal = true;
			this.#run.add({
				title: ["fatal error"],
				message: text.slice(13)
			});
		} else if (/^Node\.js v\d+/.test(text)) this.#ended = true;
		else if (this.#place && !this.#draft) this.#error(text);
		else if (this.#draft) this.#frame(this.#draft, text);
	}
	end() {
		return this.#ended || this.#fatal ? [this.#run.diagnostics("node", {
			complete: false,
			weight: "banner",
			problems: null
		})] : [];
	}
	#error(text) {
		this.#age += 1;
		const error = ERROR.exec(text);
		if (!error || !this.#place) {
			if (this.#age > 8) this.#place = null;
			return;
		}
		const own = isOwnFrame(this.#place.file);
		const importer = own ? null : IMPORTER.exec(text)?.[1] ?? null;
		this.#draft = this.#run.add({
			title: [error[0] ?? ""],
			rule: error[1] ?? null,
			message: error[0] ?? "",
			file: own ? this.#place.file : importer,
			line: own ? this.#place.line : null
		});
	}
	#frame(draft, text) {
		const place = /^\s+at /.test(text) ? placeIn$1(text) : null;
		if (place && isOwnFrame(place.file) && draft.file === null) {
			draft.file = place.file;
			draft.line = place.line;
		}
		if (text === "" || text === "}") {
			this.#draft = null;
			this.#place = null;
		} else this.#run.detail(draft, text);
	}
};
//#endregion
//#region src/read/tools/node-test.ts
/** The `spec` and `dot` reporters of node:test; its TAP is read as TAP. */
const nodeTest = {
	tool: "node:test",
	wakes: [
		"▶ ",
		"✔ ",
		"✖ ",
		"ℹ tests ",
		"Failed tests:",
		"﹣ ",
		"Could not find '"
	],
	create: (context) => new NodeTest(context)
};
const MARK = /^(\s*)([▶✔✖﹣⚠]) (.+?)(?: \(([\d.]+)ms\))?(?: # (.+))?$/;
const INFO = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const PLACE$2 = /^test at (.+?):(\d+):\d+$/;
var NodeTest = class {
	#run;
	#context;
	#open = [];
	#leaves = [];
	#numbers = /* @__PURE__ */ new Map();
	#inline = null;
	#listing = false;
	#place = null;
	#draft = null;
	#timed = 0;
	#nothing = false;
	#dots = false;
	#empty = 0;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.startsWith("ℹ ")) this.#info(text);
		else if (text === "✖ failing tests:" || text === "Failed tests:") {
			this.#listing = true;
			this.#dots = text === "Failed tests:";
		} else if (this.#listing) this.#list(text);
		else if (text.startsWith("Could not find '")) this.#nothing = true;
		else this.#tree(text);
	}
	end() {
		const [tests, pass] = [this.#numbers.get("tests"), this.#numbers.get("pass")];
		if (this.#nothing && tests === void 0) {
			const counts = {
				passed: 0,
				failed: 0,
				skipped: 0,
				total: 0
			};
			const weight = this.#context.primed.has("node:test") ? "footer" : "hint";
			return [this.#run.tests("node:test", {
				counts,
				complete: true,
				ran: false,
				weight
			})];
		}
		this.#dropParents();
		if (this.#run.drafts.length === 0) for (const leaf of this.#leaves) this.#fromLeaf(leaf);
		if (tests === void 0 || pass === void 0) return this.#unfinished();
		const of = (word) => this.#numbers.get(word) ?? 0;
		const failed = of("fail") + of("cancelled");
		const counts = {
			passed: pass,
			failed,
			skipped: of("skipped") + of("todo"),
			total: tests
		};
		const complete = this.#numbers.has("duration_ms") && (failed === 0 || this.#run.drafts.length > 0);
		if (this.#empty > 0) this.#run.note(`${this.#empty} files passed without running a test`);
		return [this.#run.tests("node:test", {
			counts,
			complete,
			ran: pass + failed > this.#empty,
			weight: "footer"
		})];
	}
	#unfinished() {
		const primed = this.#context.primed.has("node:test");
		if (this.#timed === 0 && !primed && !this.#dots) return [];
		const weight = this.#timed > 1 || this.#run.drafts.length > 0 || primed ? "banner" : "hint";
		return [this.#run.tests("node:test", {
			counts: null,
			complete: this.#dots,
			ran: this.#timed > 0,
			weight
		})];
	}
	#info(text) {
		const info = INFO.exec(text);
		if (info) this.#numbers.set(info[1] ?? "", Number(info[2]));
	}
	#tree(text) {
		const mark = text.includes("✖") || text.includes("▶") || text.includes("✔") || text.includes("﹣") ? MARK.exec(text) : null;
		if (!mark) {
			if (this.#inline && this.#inline.details.length < 60) this.#inline.details.push(text);
			return;
		}
		const [, spaces = "", sign = "", name = "", ms, remark] = mark;
		const indent = spaces.length;
		this.#inline = null;
		if (ms !== void 0) this.#timed += 1;
		if (sign === "✔" && indent === 0 && fileTitle(name) !== name) this.#empty += 1;
		const top = this.#open.at(-1);
		const closes = sign !== "▶" && top !== void 0 && top.indent === indent && top.name === name;
		while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop();
		if (sign === "▶") this.#open.push({
			indent,
			name
		});
		else if (sign === "✖" && remark === void 0 && this.#leaves.length < 5e3) {
			const leaf = {
				path: this.#open.map((group) => group.name),
				name,
				details: []
			};
			if (!closes) this.#leaves.push(leaf);
			this.#inline = closes ? null : leaf;
		}
	}
	#list(text) {
		const place = PLACE$2.exec(text);
		if (place) {
			this.#place = {
				file: place[1] ?? "",
				line: Number(place[2])
			};
			this.#draft = null;
			return;
		}
		const mark = indentOf(text) === 0 && text.startsWith("✖ ") ? MARK.exec(text) : null;
		if (!mark) {
			this.#run.detail(this.#draft, text);
			return;
		}
		const [, , , name = "", , remark] = mark;
		this.#draft = null;
		if (remark !== void 0) return;
		const leaf = this.#leaves.find((candidate) => candidate.name === name);
		if (leaf) this.#leaves.splice(this.#leaves.indexOf(leaf), 1);
		const title = [...leaf?.path ?? [], fileTitle(name)];
		this.#draft = this.#run.add({
			title,
			file: this.#place?.file ?? null,
			line: this.#place?.line ?? null
		});
		this.#place = null;
	}
	#dropParents() {
		const own = this.#run.drafts.filter(({ details }) => !/^\s*'\d+ subtests? failed'$/.test(details.find((line) => line.trim() !== "") ?? ""));
		this.#run.drafts.splice(0, this.#run.drafts.length, ...own);
	}
	#fromLeaf(leaf) {
		const file = /\.[cm]?[jt]sx?$/.test(leaf.name) ? leaf.name : null;
		const draft = this.#run.add({
			title: [...leaf.path, fileTitle(leaf.name)],
			file
		});
		for (const line of leaf.details) this.#run.detail(draft, line);
		const frame = leaf.details.map(placeIn$1).find((place) => place !== null && /\.[cm]?[jt]sx?$/.test(place.file));
		if (!file && frame && !frame.file.startsWith("node:")) draft.file = frame.file;
	}
};
/** A file that dies is reported as a test with its path for a name. */
const fileTitle = (name) => /^(?:\/|[A-Za-z]:\\).*\.[cm]?[jt]sx?$|^\S+\/\S+\.[cm]?[jt]sx?$/.test(name) ? "file failed" : name;
//#endregion
//#region src/read/tools/phpunit.ts
const phpunit = {
	tool: "phpunit",
	wakes: [
		"PHPUnit ",
		"OK (",
		"There was 1 ",
		"There were ",
		"No tests executed!",
		"##teamcity[",
		"PHP Fatal error",
		"PHP Parse error"
	],
	create: (context) => new Phpunit(context)
};
const SECTION$1 = /^There (?:was|were) (\d+) (.+?):$/;
const ENTRY$2 = /^(\d+)\) (.+)$/;
const OK = /^OK \((\d+) tests?, \d+ assertions?\)$/;
const TOTALS = /^Tests: \d+, Assertions: \d+/;
const DOX = /^ ✘ (.+?)(?: \[[\d.]+ ms\])?$/;
const FILE$1 = /^(?:│ )?\s*(\/\S+\.php|[A-Za-z]:\\\S+\.php|\S+\.php):(\d+)$/;
/** The arguments after a data set's name are not part of the test's identity. */
const titleOf = (words) => words.replace(/^(.* with data set (?:"[\s\S]*"|#\d+)) \(.*\)$/, "$1").split(/::(?=\w+(?: |$))/);
var Phpunit = class {
	#context;
	#run;
	#banner = false;
	#section = null;
	#next = 1;
	#draft = null;
	#totals = null;
	#plainOk = null;
	#nothing = false;
	#verdict = false;
	#dox = null;
	#fatal = false;
	#city = null;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (/^PHPUnit \d+[\d.]* by /.test(text)) this.#banner = true;
		else if (SECTION$1.test(text)) this.#open(SECTION$1.exec(text)?.[2] ?? "");
		else if (/^(?:No tests executed!|No tests found|Cannot open file ")/.test(text)) this.#nothing = true;
		else if (/^(?:OK, but|ERRORS!|FAILURES!|WARNINGS!)/.test(text)) this.#verdict = true;
		else if (this.#verdict && TOTALS.test(text)) this.#totals = labelledNumbers(text);
		else if (OK.test(text)) this.#plainOk = Number(OK.exec(text)?.[1]);
		else if (text.includes(" error: ") && /^[.FEWRSI]*(?:PHP )?(?:Fatal|Parse) error: /.test(text)) this.#die(text);
		else if (text.startsWith("##teamcity[")) this.#teamcity(text);
		else if (this.#section !== null) this.#entry(text);
		else if (this.#banner) this.#testdox(text);
	}
	end() {
		const primed = this.#context.primed.has("phpunit");
		if (!this.#banner && !primed && !this.#fatal && this.#plainOk === null && this.#totals === null) return [];
		if (this.#dox && this.#run.drafts.length > this.#dox.drafts.length) for (const draft of this.#dox.drafts) this.#run.drafts.splice(this.#run.drafts.indexOf(draft), 1);
		const counts = this.#counts();
		const complete = counts !== null;
		const weight = complete && this.#banner ? "footer" : this.#banner ? "banner" : "hint";
		const warned = this.#totals !== null && (this.#totals.get("assertions") ?? 0) === 0 && (this.#totals.get("warnings") ?? 0) > 0;
		const ran = counts === null || counts.passed + counts.failed > 0 && !warned;
		return [this.#run.tests("phpunit", {
			counts,
			complete,
			ran,
			weight
		})];
	}
	#counts() {
		if (this.#nothing) return {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		};
		const of = (word) => this.#totals?.get(word) ?? 0;
		if (this.#totals) {
			const failed = of("errors") + of("failures");
			const skipped = of("skipped") + of("incomplete");
			const total = of("tests");
			return {
				passed: Math.max(0, total - failed - skipped - of("risky") - of("warnings")),
				failed,
				skipped,
				total
			};
		}
		return this.#plainOk === null ? null : {
			passed: this.#plainOk,
			failed: 0,
			skipped: 0,
			total: this.#plainOk
		};
	}
	#open(words) {
		this.#section = /^(?:errors?|failures?)$/.test(words) ? "failures" : "others";
		this.#next = 1;
		this.#draft = null;
	}
	#entry(text) {
		const entry = ENTRY$2.exec(text);
		if (entry && Number(entry[1]) === this.#next) {
			this.#next += 1;
			this.#draft = this.#section === "failures" ? this.#run.add({ title: titleOf(entry[2] ?? "") }) : null;
			return;
		}
		this.#detail(text);
	}
	#detail(text) {
		const draft = this.#draft;
		if (!draft || text === "--") return;
		const place = FILE$1.exec(text.trim());
		if (place && isOwnFrame(place[1] ?? "")) {
			draft.file = place[1] ?? null;
			draft.line = Number(place[2]);
		}
		this.#run.detail(draft, text);
	}
	#die(text) {
		if (this.#fatal) return;
		this.#fatal = true;
		const place = / in (\S+\.php)(?: on line |:)(\d+)/.exec(text);
		this.#run.add({
			title: ["fatal error"],
			file: place?.[1] ?? null,
			line: place ? Number(place[2]) : null,
			message: text.replace(/^.*?PHP /, "")
		});
	}
	#teamcity(text) {
		const started = /testStarted name='(.+?)' locationHint='php_qn:\/\/(\S+?\.php)::\\?([\w\\]+)::/.exec(text);
		if (started) this.#city = {
			file: started[2] ?? "",
			group: started[3] ?? ""
		};
		const failed = /testFailed name='((?:[^'|]|\|.)*)' message='((?:[^'|]|\|.)*)' details='((?:[^'|]|\|.)*)'/.exec(text);
		if (!failed || /did not perform any assertions/.test(failed[2] ?? "")) return;
		const plainly = (words = "") => words.replace(/\|n/g, "\n").replace(/\|(.)/g, "$1");
		const draft = this.#run.add({
			title: [this.#city?.group ?? "", plainly(failed[1])],
			file: this.#city?.file ?? null
		});
		for (const line of [...plainly(failed[2]).split("\n"), ...plainly(failed[3]).split("\n")]) this.#run.detail(draft, line);
	}
	#testdox(text) {
		const failed = DOX.exec(text)?.[1];
		if (failed !== void 0) {
			this.#dox ??= {
				group: "",
				drafts: []
			};
			this.#draft = this.#run.add({ title: [this.#dox.group, failed] });
			this.#dox.drafts.push(this.#draft);
		} else if (/^ {3}[│├┐┊┴┘]/.test(text)) this.#detail(text.replace(/^ {3}[│├┐┊┴┘]\s?/, ""));
		else if (/^\S[^()]*(?: \(.+\))?$/.test(text)) {
			this.#dox ??= {
				group: "",
				drafts: []
			};
			this.#dox.group = text.trim();
			this.#draft = null;
		}
	}
};
//#endregion
//#region src/read/tools/playwright.ts
const playwright = {
	tool: "playwright",
	wakes: [
		"Running ",
		"Error: No tests found",
		"1) ",
		"Error: ",
		"SyntaxError: ",
		"TypeError: "
	],
	create: (context) => new Playwright(context)
};
const BANNER = /^Running (\d+) tests? using (\d+) workers?(?:, shard .*)?$/;
const ENTRY$1 = /^ {2}\d+\) (?:\[[^\]]+\] › )?(\S+?):(\d+):\d+ › (.+?) [─═]*$/;
const LISTED = /^ {4}(?:\[[^\]]+\] › )?(\S+?):(\d+):\d+ › (.+?) [─═]*$/;
const TOTAL$1 = /^ {2}(\d+) (failed|flaky|skipped|did not run|interrupted|passed|error was not a part of any test|errors were not a part of any test)\b(?: \([\d.]+[a-z]+\))?/;
var Playwright = class {
	#context;
	#run;
	#announced = null;
	#blocks = [];
	#draft = null;
	#totals = /* @__PURE__ */ new Map();
	#listed = [];
	#section = null;
	#nothing = false;
	#loading = null;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		const banner = text.startsWith("Running ") ? BANNER.exec(text) : null;
		if (banner) {
			this.#announced = Number(banner[1]);
			return;
		}
		if (text.startsWith("Error: No tests found")) {
			this.#nothing = true;
			this.#loading = null;
			return;
		}
		const total = TOTAL$1.exec(text);
		if (total) {
			this.#total(total[2] ?? "", Number(total[1]));
			return;
		}
		const entry = ENTRY$1.exec(text);
		if (entry) {
			this.#open(entry);
			return;
		}
		const listed = this.#section === "failed" || this.#section === "interrupted" ? LISTED.exec(text) : null;
		if (listed) this.#listed.push({
			file: listed[1] ?? "",
			line: Number(listed[2]),
			title: (listed[3] ?? "").split(" › ")
		});
		else this.#other(text);
	}
	end() {
		const of = (word) => this.#totals.get(word) ?? 0;
		if (this.#announced === null && !this.#nothing) return [];
		const failed = of("failed") + of("interrupted");
		const skipped = of("skipped") + of("did not run");
		const passed = of("passed") + of("flaky");
		const counts = this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : this.#totals.size > 0 ? {
			passed,
			failed,
			skipped,
			total: passed + failed + skipped
		} : null;
		const listed = this.#listed.length;
		this.#reconcile();
		if (of("flaky") > 0) this.#run.note(`${of("flaky")} flaky`);
		const whole = passed + failed + skipped === this.#announced;
		const complete = this.#nothing || this.#totals.size > 0 && whole && listed >= failed;
		const primed = this.#context.primed.has("playwright");
		const weight = this.#announced !== null && complete ? "footer" : primed ? "banner" : "hint";
		return [this.#run.tests("playwright", {
			counts,
			complete,
			ran: !this.#nothing && (counts === null || passed + failed > 0),
			weight
		})];
	}
	#reconcile() {
		if (this.#totals.size === 0) return;
		const isListed = (draft) => this.#listed.find(({ file, line, title }) => file === draft.rule && line === Number(draft.message) && draft.title.join(" › ").startsWith(title.join(" › ")));
		for (const draft of this.#blocks) {
			const listed = isListed(draft);
			if (listed) {
				draft.title = listed.title;
				this.#listed.splice(this.#listed.indexOf(listed), 1);
			} else this.#run.drafts.splice(this.#run.drafts.indexOf(draft), 1);
			draft.rule = null;
			draft.message = null;
		}
		for (const { title, file, line } of this.#listed) this.#run.add({
			title,
			file,
			line
		});
		this.#blocks = [];
	}
	#total(word, count) {
		if (word === "failed" || this.#section === null) {
			this.#totals = /* @__PURE__ */ new Map();
			this.#listed = [];
		}
		this.#section = word;
		this.#draft = null;
		this.#totals.set(word, count);
	}
	#open(entry) {
		this.#section = null;
		this.#totals = /* @__PURE__ */ new Map();
		const [, file = "", line = "", title = ""] = entry;
		this.#draft = this.#run.add({
			title: title.split(" › "),
			file,
			rule: file,
			message: line
		});
		this.#blocks.push(this.#draft);
	}
	#other(text) {
		if (this.#draft) {
			if (/^ {4}(?:Retry #\d+ ─|Error Context:|attachment #)/.test(text)) return;
			const at = /^\s+at (?:.* \()?(\S+?):(\d+):\d+\)?$/.exec(text);
			if (at?.[1]?.endsWith(this.#draft.file ?? "\0")) this.#draft.line ??= Number(at[2]);
			this.#run.detail(this.#draft, text);
		} else if (this.#announced === null) this.#load(text);
	}
	#load(text) {
		if (/^(?:\w*Error): /.test(text)) {
			const file = /: (\/\S+?): /.exec(text)?.[1] ?? null;
			this.#loading = this.#run.add({
				title: ["could not be loaded"],
				file
			});
		} else if (/^ {3}at \S+:\d+$/.test(text) && this.#loading) {
			const [, file = "", line] = /at (\S+):(\d+)$/.exec(text) ?? [];
			this.#loading.file = file;
			this.#loading.line = Number(line);
			return;
		}
		if (this.#loading) this.#run.detail(this.#loading, text);
	}
};
//#endregion
//#region src/read/tools/pytest.ts
const pytest = {
	tool: "pytest",
	wakes: [
		"=====",
		"_____",
		"FAILED ",
		"ERROR ",
		"no tests ran in",
		"[gw",
		"pytest: error:",
		"ERROR: "
	],
	numberedWakes: [
		"passed",
		"failed",
		"error",
		"errors",
		"skipped",
		"deselected",
		"xfailed",
		"xpassed"
	],
	create: (context) => new Pytest(context)
};
const FOOTER$1 = /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|xfailed|xpassed|errors?|deselected|warnings?|rerun|subtests passed)(?:, )?)+|no tests ran) in [\d.]+s(?: \(\d+:\d+:\d+\))?(?: =+)?$/;
const SECTION = /^=+ (.+?) =+$/;
const BLOCK = /^_{3,} (.+?) _{3,}$/;
const VERBOSE$1 = /^(?:\[gw\d+\] \[ *\d+%\] )?(?:(FAILED|ERROR) (\S+::.+?)|(\S+::.+?) (FAILED|ERROR)(?: .*?)?(?: +\[ *\d+%\])?)\s*$/;
const CAPTURED = /^-+ Captured (?:stdout|stderr|log) \w+ -+$/;
function isFooterLike(text) {
	const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
	return (first >= 48 && first <= 57 || first === 110) && (last === 115 || last === 41);
}
var Pytest = class {
	#context;
	#run;
	#section = "";
	#banner = false;
	#blocks = [];
	#block = null;
	#captured = false;
	#summary = [];
	#verbose = [];
	#counts = null;
	#trouble = false;
	#collected = null;
	#doubtful = false;
	#fatal = null;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.length > 400) return;
		if (this.#doubtful && text !== "") {
			this.#counts = null;
			this.#doubtful = false;
		}
		if (text.includes("Fatal Python error: ") || text.charCodeAt(0) === 43 && /^\++ Timeout \++$/.test(text)) this.#fatal ??= {
			title: text.replace(/^.*(?=Fatal)|^\++ | \++$/g, ""),
			draft: null
		};
		else if (this.#fatal && this.#fatal.draft === null) this.#died(this.#fatal, text);
		if (text.startsWith("=") || text.startsWith("!")) {
			if (this.#ruled(text)) return;
		} else if (text.length < 200 && isFooterLike(text)) {
			const footer = FOOTER$1.exec(text);
			if (footer) {
				this.#closing(footer[1] ?? "");
				return;
			}
		}
		if (text.startsWith("collected ")) this.#collected = Number(/^collected (\d+) items?(?: \/ \d+ deselected.*)?$/.exec(text)?.[1] ?? NaN) || null;
		if (this.#section === "summary") {
			this.#summarized(text);
			return;
		}
		if (this.#section === "blocks") {
			this.#inBlocks(text);
			return;
		}
		if (text.includes("::") && this.#summary.length + this.#verbose.length < 5e3) this.#progress(text);
		else if (text.startsWith("ERROR: ") || text.startsWith("pytest: error: ")) this.#complaint(text);
	}
	end() {
		if (this.#banner || this.#counts || this.#blocks.length > 0 || this.#summary.length > 0) this.#finish();
		else if (this.#context.primed.has("pytest") && this.#trouble) this.#found.push(this.#run.tests("pytest", {
			counts: null,
			complete: false,
			ran: false,
			weight: "banner"
		}));
		return this.#found;
	}
	#ruled(text) {
		const footer = FOOTER$1.exec(text);
		if (footer) {
			this.#closing(footer[1] ?? "");
			return true;
		}
		const section = SECTION.exec(text)?.[1];
		if (section === void 0) return text.startsWith("!");
		if (section === "test session starts") {
			if (this.#banner && this.#counts) this.#finish();
			this.#banner = true;
			this.#section = "";
		} else if (section === "short test summary info") this.#section = "summary";
		else if (section === "FAILURES" || section === "ERRORS") this.#section = "blocks";
		else if (/^(?:warnings summary|PASSES|XFAILURES|XPASSES|slowest|\d+ slowest|tests coverage|rerun)/.test(section)) this.#section = "other";
		else return false;
		this.#block = null;
		return true;
	}
	#closing(words) {
		const of = (word) => Number(word.exec(words)?.[1] ?? 0);
		const failed = of(/(\d+) failed/) + of(/(\d+) errors?/);
		const passed = of(/(\d+) passed/) + of(/(\d+) xpassed/);
		const skipped = of(/(\d+) skipped/) + of(/(\d+) xfailed/);
		const all = passed + failed + skipped;
		const total = Math.max(all - of(/(\d+) errors?/), Math.min(all, this.#collected ?? all));
		this.#counts = {
			passed,
			failed,
			skipped,
			total,
			ran: total - skipped > 0
		};
		this.#doubtful = this.#section === "blocks" && this.#captured && all !== this.#collected;
		if (!this.#doubtful && (!words.includes("failed") || this.#summary.length > 0)) this.#section = "";
	}
	#summarized(text) {
		const found = /^(FAILED|ERROR) (\S.*)$/.exec(text);
		if (found && this.#summary.length < 5e3) this.#summary.push({
			nodeId: found[2] ?? "",
			error: found[1] === "ERROR"
		});
	}
	#inBlocks(text) {
		const heading = text.startsWith("___") ? BLOCK.exec(text)?.[1] : void 0;
		if (heading !== void 0 && this.#blocks.length < 5e3) {
			this.#block = {
				heading,
				details: []
			};
			this.#blocks.push(this.#block);
			this.#captured = false;
			return;
		}
		if (CAPTURED.test(text)) this.#captured = true;
		if (this.#block && !this.#captured && this.#block.details.length < (this.#blocks.length > 200 ? 10 : 120)) this.#block?.details.push(text);
	}
	#progress(text) {
		const found = VERBOSE$1.exec(text);
		if (found) this.#verbose.push({
			nodeId: found[2] ?? found[3] ?? "",
			error: (found[1] ?? found[4]) === "ERROR"
		});
	}
	#died(fatal, text) {
		const frame = /^ {2}File "(.+)", line (\d+),? in (test\w*)$/.exec(text);
		if (!frame) return;
		fatal.draft = this.#run.add({
			title: [frame[3] ?? ""],
			file: frame[1] ?? null,
			line: Number(frame[2]),
			message: fatal.title,
			family: /timeout/i.test(fatal.title) ? "timeout" : "crash"
		});
	}
	#complaint(text) {
		this.#trouble = true;
		this.#run.note(text.replace(/^ERROR: (?=\w)/, ""));
	}
	#finish() {
		const named = this.#summary.length > 0 ? this.#summary : this.#verbose;
		const blocks = [...this.#blocks];
		for (const { nodeId, error } of named) this.#named(nodeId, error, blocks);
		if (named.length === 0) for (const block of blocks) this.#unnamed(block);
		const counts = this.#counts && {
			passed: this.#counts.passed,
			failed: this.#counts.failed,
			skipped: this.#counts.skipped,
			total: this.#counts.total
		};
		const complete = counts !== null && !this.#doubtful;
		const weight = complete ? "footer" : this.#banner ? "banner" : "hint";
		this.#found.push(this.#run.tests("pytest", {
			counts,
			complete,
			ran: this.#counts?.ran ?? true,
			weight
		}));
		this.#run = new Gathered(this.#context);
		this.#counts = null;
		this.#blocks = [];
		this.#summary = [];
		this.#verbose = [];
		this.#banner = false;
	}
	#named(text, error, blocks) {
		const { nodeId, message } = cut(text);
		const [file = "", ...title] = nodeParts(nodeId);
		const heading = title.join(".");
		const at = blocks.findIndex((block) => matches(block.heading, heading, error ? file : null));
		const [block] = at === -1 ? [] : blocks.splice(at, 1);
		const draft = this.#run.add({
			title: title.length > 0 ? title : ["collection"],
			file
		});
		for (const line of wanted(block?.details ?? [])) this.#run.detail(draft, line);
		if (draft.details.length === 0 && message) this.#run.detail(draft, message);
	}
	#unnamed(block) {
		const collecting = /^ERROR collecting (.+)$/.exec(block.heading)?.[1];
		const name = block.heading.replace(/^ERROR at (?:setup|teardown) of /, "");
		const draft = this.#run.add(collecting ? {
			title: ["collection"],
			file: collecting
		} : { title: name.split(".") });
		for (const line of wanted(block.details)) this.#run.detail(draft, line);
		const file = block.details.map((line) => /^(\S+\.py):(\d+):/.exec(line)).find((found) => found !== null);
		if (file && !collecting) draft.file = file[1] ?? null;
	}
};
const matches = (heading, title, errorFile) => heading === title || errorFile !== null && (heading === `ERROR at setup of ${title}` || heading === `ERROR at teardown of ${title}` || heading === `ERROR collecting ${errorFile}`);
/** The lines pytest marks with E say what went wrong; places come before and after them. */
function wanted(details) {
	const errors = details.filter((line) => /^E\s/.test(line)).map((line) => line.replace(/^E {1,3}/, ""));
	const places = details.filter((line) => /^\S+\.py:\d+: |^ {2}File "/.test(line));
	if (errors.length === 0) return details.filter((line) => line.trim() !== "" && !line.startsWith("    "));
	const named = errors.findIndex((line) => /^[\w.]*(?:Error|Exception|Exit|Interrupt|Failed)\b/.test(line));
	return [
		...named > 0 && /^\s*(?:File "|\^)/.test(errors[0] ?? "") ? errors.splice(named, 1) : [],
		...errors,
		...places.reverse()
	];
}
/** Splits "id - message"; the id may itself contain " - " inside its parameters. */
function cut(text) {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const char = text[at];
		if (char === "[") depth += 1;
		else if (char === "]") depth -= 1;
		else if (depth <= 0 && text.startsWith(" - ", at)) return {
			nodeId: text.slice(0, at),
			message: text.slice(at + 3)
		};
	}
	return {
		nodeId: text.trim(),
		message: null
	};
}
function nodeParts(nodeId) {
	const bracket = nodeId.indexOf("[");
	const parts = (bracket === -1 ? nodeId : nodeId.slice(0, bracket)).split("::");
	const last = parts.pop() ?? "";
	return [...parts, bracket === -1 ? last : last + nodeId.slice(bracket)];
}
//#endregion
//#region src/read/tools/rspec.ts
const rspec = {
	tool: "rspec",
	wakes: [
		"Failures:",
		"Finished in ",
		"An error occurred ",
		"No examples found",
		"rspec ",
		"Run options: include",
		"All examples were filtered out",
		"/"
	],
	numberedWakes: ["examples", "example"],
	create: (context) => new Rspec(context)
};
const FOOTER = /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;
const FINISHED = /^Finished in .+ \(files took .+ to load\)$/;
const ENTRY = /^ {2}(\d+)\) (.+)$/;
const RERUN = /^rspec '?(\.?\/?[^'#\s]+?)(?::(\d+)|\[[\d:]+\])'? # (.+)$/;
const LOADING = /^An error occurred while loading (\S+?)\.(?: - Did you mean\?)?$/;
var Rspec = class {
	#context;
	#run;
	#listing = false;
	#draft = null;
	#finished = false;
	#totals = null;
	#seen = false;
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text === "Failures:") this.#listing = true;
		else if (text === "Pending: (Failures listed here are expected and do not affect your suite's status)") this.#listing = false;
		else if (text.startsWith("Finished in ")) this.#finish(text);
		else if (/^\d/.test(text) && this.#finished && FOOTER.test(text)) this.#total(FOOTER.exec(text));
		else if (text.startsWith("rspec ")) this.#rerun(text);
		else if (text.startsWith("An error occurred ")) this.#outside(text);
		else if (text.includes(": [BUG] ")) this.#crash(text);
		else this.#inside(text);
	}
	end() {
		if (!this.#totals && !this.#seen) return [];
		const totals = this.#totals;
		const counts = totals && {
			passed: totals.examples - totals.failures - totals.pending,
			failed: totals.failures + totals.errors,
			skipped: totals.pending,
			total: totals.examples + totals.errors
		};
		const ran = totals === null || totals.examples - totals.pending > 0 || this.#broken();
		return [this.#run.tests("rspec", {
			counts,
			complete: totals !== null,
			ran,
			weight: totals ? "footer" : this.#context.primed.has("rspec") ? "banner" : "hint"
		})];
	}
	#broken() {
		return this.#run.drafts.some(({ file, details }) => {
			const own = file?.replace(/^\.\//, "");
			return own !== void 0 && !details.some((line) => line.includes("cannot load such file") && line.endsWith(own));
		});
	}
	#finish(text) {
		this.#listing = false;
		this.#draft = null;
		if (FINISHED.test(text)) {
			this.#finished = true;
			this.#seen = true;
		}
	}
	#total(found) {
		if (!found) return;
		const [, examples, failures, pending, errors] = found.map(Number);
		this.#totals = {
			examples: examples ?? 0,
			failures: failures ?? 0,
			pending: pending || 0,
			errors: errors || 0
		};
	}
	#crash(text) {
		const [, file, line, message = ""] = /^(\S+\.rb):(\d+): \[BUG\] (.+)$/.exec(text) ?? [];
		if (file) this.#run.add({
			title: ["the interpreter crashed"],
			file,
			line: Number(line),
			message,
			family: "crash"
		});
		this.#seen ||= file !== void 0;
	}
	#outside(text) {
		const loading = LOADING.exec(text)?.[1];
		this.#seen = true;
		this.#listing = false;
		this.#draft = this.#run.add(loading ? {
			title: ["could not be loaded"],
			file: loading
		} : { title: [text.replace(/^An error occurred (?:in|while) |\.$/g, "")] });
	}
	#inside(text) {
		const entry = this.#listing ? ENTRY.exec(text) : null;
		if (entry) {
			this.#seen = true;
			this.#draft = this.#run.add({ title: [(entry[2] ?? "").replace(/ FIXED$/, "")] });
			return;
		}
		if (!this.#draft) return;
		const place = /^\s+# (\.\/\S+?_spec\.rb):(\d+)/.exec(text);
		if (place && this.#draft.file === null) {
			this.#draft.file = place[1] ?? null;
			this.#draft.line = Number(place[2]);
		}
		if (!/^\s+(?:rspec \.\/|Failure\/Error: )/.test(text)) this.#run.detail(this.#draft, text);
		else if (this.#draft.message === null && this.#draft.details.length > 0) this.#run.detail(this.#draft, placeIn$1(text)?.file ?? "");
	}
	#rerun(text) {
		const found = RERUN.exec(text);
		if (!found) return;
		const [, file = "", line, title = ""] = found;
		const draft = this.#run.drafts.find((candidate) => candidate.title[0] === title && (candidate.file === null || candidate.file.endsWith(file.replace(/^\.\//, ""))));
		if (draft) {
			draft.file = file;
			draft.line ??= line ? Number(line) : null;
		} else if (this.#finished) this.#run.add({
			title: [title],
			file,
			line: line ? Number(line) : null
		});
	}
};
//#endregion
//#region src/read/tools/ruby-crash.ts
/** A Ruby program that ended by an exception: the place, the message and its class on one line, callers below. */
const rubyCrash = {
	tool: "ruby",
	wakes: [
		"<internal:",
		"/",
		"from ",
		"	from "
	],
	create: (context) => new RubyCrash(context)
};
const RAISED = /^(\S+):(\d+):in [`'].+?': (.+) \((\w+(?:::\w+)*(?:Error|Exception)?)\)$/;
var RubyCrash = class {
	#run;
	#open = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const raised = text.endsWith(")") ? RAISED.exec(text) : null;
		if (raised) {
			const [, file = "", line, message = "", rule = ""] = raised;
			const own = isOwnFrame(file) && !file.startsWith("<internal");
			this.#run.add({
				title: [message],
				message,
				rule,
				file: own ? file : null,
				line: own ? Number(line) : null
			});
			this.#open = true;
		} else if (this.#open && text.startsWith("	from ")) this.#caller(text);
		else if (text !== "") this.#open = false;
	}
	end(exitCode) {
		return this.#run.drafts.length === 0 || exitCode === 0 ? [] : [this.#run.diagnostics("ruby", {
			complete: false,
			weight: "banner",
			problems: null
		})];
	}
	#caller(text) {
		const draft = this.#run.drafts.at(-1);
		const place = placeIn$1(text);
		if (!draft || draft.file !== null || !place || !isOwnFrame(place.file) || text.includes("<internal")) return;
		draft.file = place.file;
		draft.line = place.line;
	}
};
//#endregion
//#region src/read/tools/rustc.ts
/** rustc and clippy in their long form, through cargo or alone. */
const rustc = {
	tool: "rustc",
	wakes: [
		"error[E",
		"error: ",
		"warning: "
	],
	create: (context) => new Rustc(context)
};
const HEAD = /^(error|warning)(?:\[(\w+)\])?: (.+)$/;
const PLACE$1 = /^\s*--> (.+?):(\d+):\d+$/;
const RULE$1 = /(?:`#\[(?:warn|deny|forbid)\(([\w:]+)\)\]`|`-[DFW] ([\w:-]+)` implied by)/;
const TESTS = /^error: (?:test failed, to rerun|doctest failed|\d+ target)/;
const CLOSING = /^(?:error: could not compile `|error: aborting due to|warning: `.+` \(.+\) generated \d+ warnings?|error: \d+ targets failed)/;
var Rustc = class {
	#run;
	#warnings = /* @__PURE__ */ new Set();
	#draft = null;
	#placed = false;
	#closed = false;
	#failed = false;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const code = text.charCodeAt(0);
		if (code === 101 || code === 119) {
			this.#head(text);
			return;
		}
		if (!this.#draft) return;
		const place = this.#placed ? null : PLACE$1.exec(text);
		if (place) {
			this.#placed = true;
			this.#draft.file = place[1] ?? null;
			this.#draft.line = Number(place[2]);
		} else if (text === "") this.#draft = null;
		else if (this.#draft.rule === null && text.includes("`")) this.#draft.rule = (RULE$1.exec(text)?.slice(1).find((rule) => rule !== void 0) ?? null)?.replaceAll("-", "_") ?? null;
	}
	end() {
		const placed = this.#run.drafts.filter(({ file }) => file !== null);
		const broken = placed.some((draft) => !this.#warnings.has(draft));
		const loose = this.#run.drafts.filter((draft) => draft.file === null && !this.#warnings.has(draft));
		if (!broken && this.#failed) placed.push(...loose);
		this.#run.drafts.splice(0, this.#run.drafts.length, ...placed);
		const warnings = new Set(placed.filter((draft) => this.#warnings.has(draft)));
		if (placed.length === 0) return [];
		const found = this.#run.diagnostics("rustc", {
			complete: this.#closed,
			weight: this.#closed ? "footer" : "banner",
			warnings
		});
		return [loose.length > 0 || !this.#closed ? {
			reading: found.reading,
			weight: found.weight
		} : found];
	}
	#head(text) {
		if (CLOSING.test(text)) {
			this.#closed = true;
			this.#failed ||= text.startsWith("error: could not compile");
			this.#draft = null;
			return;
		}
		const head = TESTS.test(text) ? null : HEAD.exec(text);
		if (!head) return;
		const [, severity, rule, message = ""] = head;
		this.#placed = false;
		this.#draft = this.#run.add({
			title: [message],
			rule: rule ?? null,
			message
		});
		if (severity === "warning") this.#warnings.add(this.#draft);
	}
};
//#endregion
//#region src/read/tools/shellcheck.ts
const shellcheck = {
	tool: "shellcheck",
	wakes: ["In "],
	create: (context) => new Shellcheck(context)
};
const PLACE = /^In (.+) line (\d+):$/;
const SAID = /^\s*\^-*\^?-*\s?(SC\d+) \((error|warning|info|style)\): (.+)$/;
var Shellcheck = class {
	#run;
	#place = null;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		const place = text.startsWith("In ") ? PLACE.exec(text) : null;
		if (place) this.#place = {
			file: place[1] ?? "",
			line: Number(place[2])
		};
		const said = this.#place && text.includes("SC") ? SAID.exec(text) : null;
		if (said && this.#place) this.#run.add({
			...this.#place,
			title: [said[3] ?? ""],
			rule: said[1] ?? null,
			message: said[3] ?? "",
			family: "lint"
		});
	}
	end() {
		return this.#run.drafts.length === 0 ? [] : [this.#run.diagnostics("shellcheck", {
			complete: true,
			weight: "banner"
		})];
	}
};
//#endregion
//#region src/read/tools/tap-terse.ts
/** What node-tap shows to people: its base and terse reporters. Off a terminal it speaks TAP. */
const tapTerse = {
	tool: "tap",
	wakes: [
		"FAIL  ",
		"PASS  ",
		"Asserts:  ",
		"# { total: "
	],
	create: (context) => new TapTerse(context)
};
const TITLE = /^✖ (.+)$/;
const TOTAL = /^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?(?:, todo: (\d+))?(?:, skip: (\d+))? \}$/;
var TapTerse = class {
	#run;
	#known = /* @__PURE__ */ new Map();
	#draft = null;
	#asserts = false;
	#totals = null;
	constructor(context) {
		this.#run = new Gathered(context);
	}
	line(text) {
		if (text.startsWith("Asserts:  ")) this.#asserts = true;
		const total = text.startsWith("# { total") ? TOTAL.exec(text) : null;
		if (total) this.#totals = total.slice(1).map((number) => Number(number ?? 0));
		const title = TITLE.exec(text.trimStart())?.[1];
		if (title) this.#open(title);
		else if (/^(?:Asserts|Suites): | (?:FAIL|PASS) {2}/.test(text)) this.#draft = null;
		else if (this.#draft) this.#detail(this.#draft, text.trim());
	}
	end() {
		if (!this.#asserts || !this.#totals) return [];
		const [total = 0, passed = 0, failed = 0, todo = 0, skip = 0] = this.#totals;
		const counts = {
			passed,
			failed,
			skipped: todo + skip,
			total
		};
		return [this.#run.tests("tap", {
			counts,
			complete: true,
			ran: passed + failed > 0,
			weight: "footer"
		})];
	}
	#open(title) {
		const known = this.#known.get(title);
		this.#draft = known ? null : this.#run.add({ title: title.split(" > ") });
		if (this.#draft) this.#known.set(title, this.#draft);
	}
	#detail(draft, text) {
		if (draft.file === null && /^\S+\.[cm]?[jt]sx?$/.test(text)) draft.file = text;
		else this.#run.detail(draft, /^\S+ \(\S+:\d+:\d+\)$/.test(text) ? `at ${text}` : text);
		const at = draft.file === null ? null : new RegExp(`${draft.file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}:(\\d+):\\d+\\)`).exec(text);
		if (at) draft.line ??= Number(at[1]);
	}
};
//#endregion
//#region src/read/tools/unittest.ts
const unittest = {
	tool: "unittest",
	wakes: [
		"test_",
		"======================================================================",
		"Ran ",
		"----------------------------------------------------------------------"
	],
	create: (context) => new Unittest(context)
};
const DOUBLE = "=".repeat(70);
const SINGLE = "-".repeat(70);
const HEADING = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.<>]+)\)(.*)$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/;
const VERDICT = /^(OK|FAILED|NO TESTS RAN)(?: \((.+)\))?$/;
var Unittest = class {
	#context;
	#run;
	#previous = "";
	#draft = null;
	#method = "";
	#head = false;
	#ran = null;
	#blocks = 0;
	#ok = 0;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		const previous = this.#previous;
		if (/^[.FEsxu]+$/.test(text)) this.#ok += text.replace(/[^.]/g, "").length;
		else if (text.endsWith(" ... ok")) this.#ok += 1;
		if (text !== "") this.#previous = text;
		const heading = previous === DOUBLE ? HEADING.exec(text) : null;
		if (heading) {
			this.#open(heading);
			return;
		}
		if (text === DOUBLE) {
			this.#draft = null;
			return;
		}
		const ran = previous === SINGLE ? RAN.exec(text) : null;
		if (ran) {
			this.#ran = Number(ran[1]);
			this.#draft = null;
			return;
		}
		if (this.#ran !== null && VERDICT.test(text)) {
			this.#finish(VERDICT.exec(text)?.[2] ?? "");
			return;
		}
		if (this.#draft) this.#inBlock(text);
	}
	end() {
		if (this.#blocks > 0) this.#found.push(this.#run.tests("unittest", {
			counts: null,
			complete: false,
			ran: true,
			weight: "banner"
		}));
		return this.#found;
	}
	#open([, kind, name = "", where = "", params = ""]) {
		this.#blocks += 1;
		const parts = where.split(".").filter((part) => part !== "");
		if (parts.at(-1) === name) parts.pop();
		const loading = where.includes("_FailedTest");
		const className = parts.at(-1) ?? "";
		this.#method = name;
		this.#head = true;
		this.#draft = this.#run.add({ title: [className, `${name}${params.trim() === "" ? "" : ` ${params.trim()}`}`] });
		if (kind === "UNEXPECTED SUCCESS") this.#draft.message = "unexpected success";
		const module = loading ? name : parts.slice(0, -1).join("/");
		this.#draft.file = module === "" || module === "__main__" ? null : `${module}.py`;
	}
	#inBlock(text) {
		if (this.#head) {
			if (text === SINGLE) this.#head = false;
			return;
		}
		const place = text.includes("File \"") ? placeIn$1(text) : null;
		const draft = this.#draft;
		if (!draft) return;
		if (place && (text.endsWith(`in ${this.#method}`) || draft.file && place.file.endsWith(`/${draft.file}`))) {
			draft.file = place.file;
			draft.line = text.endsWith(`in ${this.#method}`) ? place.line : draft.line ?? place.line;
		}
		if (/^\S/.test(text) && !text.startsWith("Traceback") && !/^[-+?] |^ImportError: Failed to import test module/.test(text)) draft.details.unshift(text);
		else this.#run.detail(draft, text);
	}
	#finish(words) {
		const by = labelledNumbers(words);
		const total = this.#ran ?? 0;
		const failed = (by.get("failures") ?? 0) + (by.get("errors") ?? 0) + (by.get("unexpected successes") ?? 0);
		const skipped = (by.get("skipped") ?? 0) + (by.get("expected failures") ?? 0);
		const counts = {
			passed: Math.max(0, total - failed - skipped, Math.min(this.#ok, total)),
			failed,
			skipped,
			total
		};
		this.#found.push(this.#run.tests("unittest", {
			counts,
			complete: true,
			ran: total > skipped,
			weight: "footer"
		}));
		this.#run = new Gathered(this.#context);
		this.#ran = null;
		this.#draft = null;
		this.#blocks = 0;
		this.#ok = 0;
	}
};
//#endregion
//#region src/read/tools/vitest.ts
const vitest = {
	tool: "vitest",
	wakes: [
		"RUN  v",
		"DEV  v",
		"FAIL  ",
		"Test Files  ",
		"⎯⎯",
		"No test files found, exiting",
		"× ",
		"✗ "
	],
	create: (context) => new Vitest(context)
};
const FAIL = /^ ?FAIL {2}(?:\|[^|]+\| )?(.+)$/;
const RULE = /^⎯+(?:\s*(.*?)\s*⎯+)?(?:\[\d+\/\d+\]⎯*)?$/;
const VERBOSE = /^ [×✗] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?(?: > .+?)?)(?: \d+m?s)?$/;
const SHORT = /^ {3,}[×✗] (.+?)(?: \d+m?s)?$/;
const FILE = /^ [❯✓↓] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?) /;
var Vitest = class {
	#context;
	#run;
	#open = [];
	#sharing = false;
	#unhandled = false;
	#section = false;
	#banner = false;
	#nothing = false;
	#counts = null;
	#files = false;
	#file = null;
	#early = [];
	#output = false;
	#found = [];
	constructor(context) {
		this.#context = context;
		this.#run = new Gathered(context);
	}
	line(text) {
		if (this.#output) {
			this.#output = text !== "";
			return;
		}
		if (/^(?:stdout|stderr) \| /.test(text)) this.#output = true;
		else if (text.includes("⎯") && RULE.test(text)) this.#rule(RULE.exec(text)?.[1] ?? "");
		else if (/^ ?FAIL {2}/.test(text)) this.#fail(FAIL.exec(text)?.[1] ?? "");
		else if (!this.#closing(text)) this.#other(text);
	}
	end() {
		if (this.#banner || this.#run.drafts.length > 0 || this.#counts || this.#nothing) this.#finish(false);
		return this.#found;
	}
	#rule(words) {
		this.#open = [];
		this.#section = words === "" ? this.#section : /^(?:Failed (?:Tests|Suites|Typecheck)|Unhandled|Uncaught)/.test(words);
		if (/^(?:Uncaught Exception|Unhandled (?:Rejection|Error|Source Error))$/.test(words)) this.#open = [this.#run.add({ title: [words] })];
		this.#unhandled = this.#open.length > 0;
		this.#sharing = false;
	}
	#fail(words) {
		const [file = "", ...title] = words.split(" > ");
		const suite = /^(\S+) +\[ .+ \]$/.exec(words);
		if (!suite && title.length === 0) return;
		if (!this.#sharing) this.#open = [];
		this.#sharing = true;
		this.#unhandled = false;
		this.#open.push(suite ? this.#run.add({
			title: ["Test suite failed to run"],
			file: suite[1] ?? null
		}) : this.#run.add({
			title,
			file
		}));
	}
	#closing(text) {
		if (/^\s*Test Files {2}/.test(text)) {
			this.#files = true;
			this.#open = [];
			return true;
		}
		if (this.#files && /^\s*Tests {2}/.test(text)) {
			this.#counts = countsIn(text);
			return true;
		}
		if (this.#counts && /^\s*Duration {2}/.test(text)) {
			this.#finish(true);
			return true;
		}
		if (/^No test (?:files|suite) found/.test(text)) this.#nothing = true;
		return false;
	}
	#other(text) {
		if (/^ (?:RUN|DEV) {2}v\d/.test(text)) {
			this.#banner = true;
			return;
		}
		if (this.#unhandled && /^This error originated in "(.+?)" test file/.test(text)) {
			const file = /"(.+?)"/.exec(text)?.[1] ?? null;
			for (const draft of this.#open) draft.file = file;
			return;
		}
		const latest = this.#unhandled ? /^The latest test that might've caused the error is "(.+)"\./.exec(text)?.[1] : void 0;
		if (latest !== void 0) {
			for (const draft of this.#open) draft.title = [latest];
			this.#open = [];
		} else if (this.#open.length > 0) {
			if (text.trim() !== "") this.#sharing = false;
			for (const draft of this.#open) this.#run.detail(draft, text);
		} else this.#progress(text);
	}
	#progress(text) {
		const file = FILE.exec(text)?.[1];
		if (file) this.#file = file;
		const verbose = VERBOSE.exec(text)?.[1]?.split(" > ");
		const short = verbose ? null : SHORT.exec(text)?.[1];
		if (this.#early.length > 2e3) return;
		if (verbose) this.#early.push({
			file: verbose[0] ?? null,
			title: verbose.slice(1)
		});
		else if (short) this.#early.push({
			file: this.#file,
			title: [short]
		});
	}
	#finish(closed) {
		const counts = this.#nothing ? {
			passed: 0,
			failed: 0,
			skipped: 0,
			total: 0
		} : this.#counts;
		if (!closed && this.#run.drafts.length === 0) for (const { title, file } of this.#early) this.#run.add({
			title,
			file
		});
		const complete = closed || this.#nothing;
		const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0 || this.#run.drafts.length > 0);
		const weight = complete ? "footer" : this.#banner ? "banner" : "hint";
		this.#found.push(this.#run.tests("vitest", {
			counts,
			complete,
			ran,
			weight
		}));
		this.#run = new Gathered(this.#context);
		this.#counts = null;
		this.#files = false;
		this.#nothing = false;
		this.#banner = false;
		this.#early = [];
		this.#open = [];
	}
};
function countsIn(text) {
	const by = numbered(text);
	const passed = (by.get("passed") ?? 0) + (by.get("expected fail") ?? 0);
	const failed = by.get("failed") ?? 0;
	const skipped = (by.get("skipped") ?? 0) + (by.get("todo") ?? 0);
	return {
		passed,
		failed,
		skipped,
		total: Number(/\((\d+)\)\s*$/.exec(text)?.[1] ?? passed + failed + skipped)
	};
}
//#endregion
//#region src/read/plans.ts
/** Everything we can read. To add a tool, add a file and a line here. */
const plans = [
	jest,
	vitest,
	mocha,
	nodeTest,
	tap,
	tapTerse,
	ava,
	jasmine,
	playwright,
	deno,
	bun,
	pytest,
	unittest,
	goTest,
	goJson,
	cargoTest,
	cargoStart,
	nextest,
	rspec,
	minitest,
	phpunit,
	maven,
	gradle,
	dotnet,
	ctest,
	batsPretty,
	exunit,
	located,
	eslint,
	biome,
	framed,
	rustc,
	formatters,
	shellcheck,
	nodeCrash,
	rubyCrash,
	coverageText,
	embedded
];
//#endregion
//#region src/read/block.ts
const ascii = Array.from({ length: 128 }, () => []);
const beyond = /* @__PURE__ */ new Map();
const byWord = /* @__PURE__ */ new Map();
const watching = plans.filter(({ wakesWhen }) => wakesWhen !== void 0);
for (const plan of plans) {
	for (const prefix of plan.wakes) {
		const code = prefix.charCodeAt(0);
		if (code < 128) ascii[code]?.push({
			prefix,
			plan
		});
		else beyond.set(code, [...beyond.get(code) ?? [], {
			prefix,
			plan
		}]);
	}
	for (const word of plan.numberedWakes ?? []) byWord.set(word, [...byWord.get(word) ?? [], plan]);
}
/** Beyond this a line is no message for people, and the cost of looking at it would no longer be small. */
const MAX_LINE = 4e3;
const NUMBERED = /^\d+ ([a-z]+)/;
/** One run of something: the readers that its lines have woken, each seeing every line from then on. */
var Block = class {
	directory;
	lines = 0;
	#context;
	#package;
	#awake = /* @__PURE__ */ new Map();
	#woken = /* @__PURE__ */ new Map();
	#readers = [];
	#watching = watching;
	#previous = "";
	constructor(context, packageName) {
		this.#context = context;
		this.#package = packageName;
		this.directory = context.directory;
		for (const tool of context.primed) this.#wakeFor(tool);
	}
	prime(tool) {
		this.#context.primed.add(tool);
		this.#wakeFor(tool);
	}
	line(text) {
		this.lines += 1;
		let indent = 0;
		let code = text.charCodeAt(0);
		while (code === 32) code = text.charCodeAt(++indent);
		if (code >= 48 && code <= 57 && text.length < 200) this.#numbered(text, indent);
		const candidates = code < 128 ? ascii[code] : beyond.get(code);
		if (candidates) {
			for (const { prefix, plan } of candidates) if (!this.#awake.has(plan) && text.startsWith(prefix, indent)) this.#wake(plan);
		}
		if (this.#watching.length > 0) this.#watch(text, indent);
		if (text.length <= MAX_LINE) for (const reader of this.#readers) reader.line(text);
		else this.#long(text);
		if (indent < text.length) this.#previous = text.length <= MAX_LINE ? text : "";
	}
	end(exitCode) {
		const heard = [...this.#awake].flatMap(([plan, reader]) => {
			const { since, before } = this.#woken.get(plan) ?? {
				since: 0,
				before: 0
			};
			return reader.end(exitCode).map((found) => ({
				found,
				since,
				from: before + (found.after ?? 1)
			}));
		});
		const kept = believed(heard, exitCode, this.#context.primed);
		return explainDeaths(heard.map(({ found }) => found), kept).map((found) => ({
			...found,
			reading: {
				...found.reading,
				package: this.#package
			}
		}));
	}
	#watch(text, indent) {
		for (const plan of this.#watching) if (plan.wakesWhen?.(text, indent)) this.#wake(plan);
	}
	#long(text) {
		const start = text.slice(0, MAX_LINE);
		for (const [plan, reader] of this.#awake) reader.line(plan.wholeLines ? text : start);
	}
	#numbered(text, indent) {
		let at = indent + 1;
		while (at < indent + 8 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
		const letter = text.charCodeAt(at + 1);
		if (text.charCodeAt(at) !== 32 || letter < 97 || letter > 122) return;
		const word = NUMBERED.exec(indent === 0 ? text : text.slice(indent, indent + 40))?.[1];
		if (word === void 0) return;
		for (const plan of byWord.get(word) ?? []) if (!this.#awake.has(plan)) this.#wake(plan);
	}
	#wakeFor(tool) {
		for (const plan of plans) if (plan.wakesFor?.includes(tool) && !this.#awake.has(plan)) this.#wake(plan);
	}
	#wake(plan) {
		const reader = plan.create(this.#context);
		if (this.#previous !== "") reader.line(this.#previous);
		this.#awake.set(plan, reader);
		this.#woken.set(plan, {
			since: this.lines,
			before: this.lines - (this.#previous === "" ? 1 : 2)
		});
		this.#watching = this.#watching.filter((other) => other !== plan);
		this.#readers = [...this.#awake.values()];
	}
};
//#endregion
//#region src/read/lanes.ts
const INTRODUCTIONS = [
	/^(@?[\w./-]+:[\w:.-]+: )(?:cache (?:miss|hit|bypass)|> @?[\w./-]+@\S+ |$)/,
	/^(\S+ [\w:.-]+)\$ /,
	/^(@?[\w./-]+: )> @?[\w./-]+@\S+ /,
	/^(\[[\w@/:.-]+\]:? )(?:> @?[\w./-]+@\S+ |\$ )/
];
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z /;
const [T, COLON, DOLLAR, GREATER, C] = [
	84,
	58,
	36,
	62,
	99
];
function mayIntroduce(line) {
	const space = line.indexOf(" ");
	if (space < 2) return false;
	const next = line.charCodeAt(space + 1);
	if (next === GREATER || next === DOLLAR) return true;
	if (line.charCodeAt(space - 1) === COLON) return next === C || space === line.length - 1;
	const second = line.indexOf(" ", space + 1);
	return second !== -1 && line.charCodeAt(second - 1) === DOLLAR;
}
/** Learns the prefixes of turbo, nx, pnpm, lerna, yarn and concurrently as they go by. */
var LaneRouter = class {
	#lanes = /* @__PURE__ */ new Map();
	/** Null for a line without a prefix. */
	route(text) {
		const line = text.charCodeAt(10) === T && TIMESTAMP.test(text) ? text.replace(TIMESTAMP, "") : text;
		const known = this.#lanes.size > 0 ? this.#known(line) : null;
		if (known) return known;
		return (mayIntroduce(line) ? this.#introduced(line) : null) ?? (line === text ? null : {
			lane: "",
			text: line
		});
	}
	#known(line) {
		for (let at = line.indexOf(" "), tries = 0; tries < 2; at = line.indexOf(" ", at + 1), tries += 1) {
			const prefix = at === -1 ? `${line} ` : line.slice(0, at + 1);
			const lane = this.#lanes.get(prefix);
			if (lane !== void 0) return {
				lane,
				text: at === -1 ? "" : line.slice(at + 1)
			};
			if (at === -1) return null;
		}
		return null;
	}
	#introduced(line) {
		if (this.#lanes.size >= 500) return null;
		for (const introduction of INTRODUCTIONS) {
			const prefix = introduction.exec(line)?.[1];
			if (prefix === void 0) continue;
			if (prefix.startsWith("[") && /^\[(?:INFO|WARN|ERROR|DEBUG)/i.test(prefix)) continue;
			const pnpm = /^(\S+) ([\w:.-]+)$/.exec(prefix);
			if (pnpm) this.#lanes.set(`${prefix}: `, pnpm[1] ?? "");
			else this.#lanes.set(prefix, laneName(prefix));
			return pnpm ? {
				lane: pnpm[1] ?? "",
				text: `> ${line.slice(prefix.length + 2)}`
			} : {
				lane: laneName(prefix),
				text: line.slice(prefix.length)
			};
		}
		return null;
	}
};
const laneName = (prefix) => prefix.replace(/^\[/, "").replace(/\]?:? $/, "").replace(/:[\w.-]+$/, "");
//#endregion
//#region src/read/named-tools.ts
const names = [
	["vitest", /\bvitest\b/],
	["jest", /\bjest\b|\breact-scripts test\b/],
	["mocha", /\bmocha\b/],
	["ava", /(?:^|[\s/&;])ava\b/],
	["tap", /(?:^|[\s/&;])tap\b/],
	["jasmine", /\bjasmine\b/],
	["playwright", /\bplaywright test\b/],
	["node:test", /\bnode\b.*\s--test\b/],
	["bun test", /\bbun (?:run )?test\b/],
	["deno", /\bdeno test\b/],
	["pytest", /\bpy\.?test\b/],
	["unittest", /\b-m unittest\b| -m unittest\b|\bmanage\.py test\b/],
	["go test", /\bgo test\b/],
	["go build", /\bgo (?:build|vet|install|run)\b/],
	["nextest", /\bcargo nextest\b/],
	["cargo test", /\bcargo (?:\S+ )?test\b|\bcargo t\b/],
	["rspec", /\brspec\b/],
	["minitest", /\brails test\b|\brake test\b/],
	["phpunit", /\bphpunit\b/],
	["maven", /\bmvnw?\b/],
	["gradle", /\bgradlew?\b/],
	["dotnet test", /\bdotnet test\b/],
	["ctest", /\bctest\b/],
	["bats", /(?:^|[\s/&;])bats\b/],
	["exunit", /\bmix test\b/],
	["tsc", /(?:^|[\s/&;])(?:tsc|vue-tsc)\b/],
	["oxlint", /\boxlint\b/],
	["eslint", /\beslint\b/],
	["biome", /\bbiome\b/],
	["prettier", /\bprettier\b/],
	["ruff", /\bruff\b/],
	["mypy", /\bmypy\b/],
	["pyright", /\bpyright\b/],
	["flake8", /\bflake8\b/],
	["pylint", /\bpylint\b/],
	["golangci-lint", /\bgolangci-lint\b/],
	["shellcheck", /\bshellcheck\b/]
];
const testTools = new Set(names.slice(0, names.findIndex(([name]) => name === "tsc")).map(([name]) => name));
testTools.delete("go build");
const namedTools = (command) => names.filter(([, sign]) => sign.test(command)).map(([name]) => name);
const isTestTool = (name) => testTools.has(name);
//#endregion
//#region src/read/read-output.ts
const SCRIPT = /^> (@?[\w./-]+)@(\S+) (\S+)(?: (\/\S+))?$/;
const TARGET = /^> (?:nx run )?(@?[\w./-]+):([\w:.-]+)(?: {2}\[.*\])?$/;
const ECHO = /^> (?!nx run )(\S.*)$/;
const DIRECTORY = /^[^@\s]\S*\/\S+$/;
/** Reads output as it comes, in memory that does not grow with it. */
var OutputReader = class {
	#lines;
	#router = new LaneRouter();
	#root;
	#expected = /* @__PURE__ */ new Set();
	#lanes = /* @__PURE__ */ new Map();
	#done = [];
	/** Lines without a prefix. */
	#main;
	constructor(facts) {
		this.#root = facts.root ?? null;
		for (const tool of namedTools(facts.command ?? "")) this.#expected.add(tool);
		this.#main = this.#block("", "");
		this.#lines = new PlainLines((line) => this.#line(line));
	}
	push(chunk) {
		this.#lines.push(chunk);
	}
	end(exitCode) {
		this.#lines.end();
		for (const block of [this.#main, ...this.#lanes.values()]) this.#done.push(...block.end(exitCode));
		const tools = blamed(this.#done, exitCode);
		return { tools: [...tools, ...silent(this.#expected, tools, exitCode)] };
	}
	#line(line) {
		const routed = this.#router.route(line);
		const text = routed ? routed.text : line;
		const block = routed ? this.#lane(routed.lane) : this.#main;
		if (text.charCodeAt(0) === 62 && text.charCodeAt(1) === 32) this.#header(routed?.lane ?? "", block, text);
		else block.line(text);
	}
	#lane(lane) {
		if (lane === "") return this.#main;
		const known = this.#lanes.get(lane);
		if (known) return known;
		const block = this.#block(lane, DIRECTORY.test(lane) ? lane : "");
		this.#lanes.set(lane, block);
		return block;
	}
	#header(lane, block, text) {
		const script = SCRIPT.exec(text) ?? TARGET.exec(text);
		if (script) {
			this.#done.push(...block.end(null).map(({ reading, weight }) => ({
				reading,
				weight
			})));
			const next = this.#block(script[1] ?? lane, this.#directory(script[4]) ?? block.directory);
			if (lane === "") this.#main = next;
			else this.#lanes.set(lane, next);
			return;
		}
		const echo = ECHO.exec(text)?.[1];
		const tools = echo === void 0 || block.lines > 2 ? [] : namedTools(echo);
		for (const tool of tools) {
			this.#expected.add(tool);
			block.prime(tool);
		}
		if (tools.length === 0) block.line(text);
	}
	#directory(path) {
		return path && this.#root && path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : null;
	}
	#block(name, directory) {
		return new Block({
			root: this.#root,
			directory,
			primed: new Set(this.#expected)
		}, name === "" ? null : name);
	}
};
/** Where warnings alone can have made the command fail, they are what has to be fixed. */
function blamed(found, exitCode) {
	if (found.some(({ reading: { failures, tests, kind, complete, ran } }) => failures.length > 0 || (tests?.failed ?? 0) > 0 || kind === "tests" && !(complete && ran)) || exitCode === 0 || exitCode === null) return found.map(({ reading }) => reading);
	return found.map(({ reading, warnings }) => warnings ? {
		...reading,
		failures: warnings
	} : reading);
}
/** What a tool that was asked for and said nothing means: for a linter, that all is well; for tests, that they never ended. */
function silent(expected, found, exitCode) {
	const heard = new Set(found.map(({ tool }) => tool));
	const explained = found.some(({ kind, failures }) => kind === "tests" || failures.length > 0);
	return [...expected].flatMap((tool) => {
		if (heard.has(tool)) return [];
		if (!isTestTool(tool)) {
			const said = tool === "go build" && found.length > 0;
			return exitCode === 0 && !said ? [{
				...blank(tool, "diagnostics"),
				problems: {
					errors: 0,
					warnings: 0
				}
			}] : [];
		}
		if (explained) return [];
		const notes = [`${tool} was asked for, and printed no summary`];
		return [{
			...blank(tool, "tests"),
			complete: false,
			ran: false,
			notes
		}];
	});
}
//#endregion
//#region bench/.prof-tmp2.ts
const SIZE = 4e6;
const fill = (text) => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);
const log = Array.from({ length: 2e3 }, (_, at) => `2026-11-15 09:${at % 60}:12.345 INFO  [worker-${at % 7}] request ${at} handled, status=200 path=/items/${at}\n`).join("");
const which = process.argv[2];
const text = which === "jest" ? `FAIL a.test.js\n  ● a › b\n\n${fill(log)}` : which === "pytest" ? `===== test session starts =====\ncollected 4 items\n${fill(log)}` : fill(log);
const chunks = Array.from({ length: Math.ceil(text.length / 65536) }, (_, at) => text.slice(at * 65536, (at + 1) * 65536));
let best = 1e9;
for (let i = 0; i < 60; i++) {
	const a = performance.now();
	const reader = new OutputReader({ command: "npm test" });
	for (const chunk of chunks) reader.push(chunk);
	reader.end(1);
	best = Math.min(best, performance.now() - a);
}
console.log(which, (best / 4).toFixed(2));
//#endregion
export {};
