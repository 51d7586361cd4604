import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { link, lstat, mkdir, open, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import { createHash, randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
//#region src/std/exit-codes.ts
/** What the shell learns when a command ends. The numbers are a contract; scripts branch on them. */
const EXIT = {
	verified: 0,
	limit: 1,
	usage: 2,
	noCriterion: 3,
	gateBroken: 4,
	tampered: 5,
	stuck: 6,
	agentUnusable: 7,
	busy: 8,
	paused: 9,
	aborted: 130
};
//#endregion
//#region src/std/usage-error.ts
const mark = Symbol.for("agent-loop.usage-error");
/** The caller must change something before this can work. Everything else that goes wrong is a value. */
var UsageError = class extends Error {
	name = "UsageError";
	[mark] = true;
	code;
	/** What to type or change next; printed under the message. */
	hint;
	exitCode;
	constructor(code, message, hint, cause) {
		super(message, { cause });
		this.code = code;
		this.hint = hint;
		this.exitCode = exitCodes[code];
	}
};
const exitCodes = {
	"bad-arguments": EXIT.usage,
	"no-criterion": EXIT.noCriterion,
	"no-agent": EXIT.agentUnusable,
	"gate-cannot-fail": EXIT.gateBroken,
	"no-such-loop": EXIT.usage,
	"tree-busy": EXIT.busy,
	"state-corrupt": EXIT.gateBroken,
	storage: EXIT.gateBroken,
	unsupported: EXIT.usage
};
/** Works across two copies of the package, where `instanceof` does not. */
const isUsageError = (error) => typeof error === "object" && error !== null && mark in error;
//#endregion
//#region src/host/disk.ts
const PRIVATE_FILE = 384;
const PRIVATE_DIRECTORY = 448;
/**
* `mode` holds for everything this disk creates: the private store is nobody else's business, the view is the project's, to
* write for its owner and group alone whatever the umask is.
*/
function nodeDisk(mode = "private") {
	const fileMode = mode === "private" ? PRIVATE_FILE : 436;
	const directoryMode = mode === "private" ? PRIVATE_DIRECTORY : 509;
	return {
		exists: (path) => told(path, present(path)),
		stamp: (path) => told(path, absentAs(null, stampOf(path))),
		read: (path) => told(path, absentAs(null, readFile(path, "utf8"))),
		readBytes: (path) => told(path, absentAs(null, readFile(path))),
		list: async (directory) => (await told(directory, absentAs([], readdir(directory)))).sort(),
		makeDirectory: async (path) => await told(path, mkdir(path, {
			recursive: true,
			mode: directoryMode
		})) ?? null,
		write: (path, data) => told(path, writeFile(path, data, { mode: fileMode })),
		append: (path, data) => told(path, writeFile(path, data, {
			flag: "a",
			mode: fileMode
		})),
		sync: (path) => told(path, syncPath(path)),
		rename: (from, to) => told(to, rename(from, to)),
		link: (from, to) => told(to, takenAsFalse(link(from, to))),
		symlink: (target, path) => told(path, linkIfAbsent(target, path)),
		remove: (path) => told(path, rm(path, { force: true }))
	};
}
/** A disk that is full, read-only or not ours is the person's to mend; it is said with the path and not as a stack. */
async function told(path, work) {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof Error) || !("code" in error)) throw error;
		throw new UsageError("storage", `${path} cannot be used: ${error.message}`, "Make room or mend the permissions; nothing that was saved is lost.", error);
	}
}
async function syncPath(path) {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
async function stampOf(path) {
	const { size, mtimeNs, ctimeNs, ino } = await lstat(path, { bigint: true });
	return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}
const present = async (path) => await absentAs(null, lstat(path)) !== null;
async function linkIfAbsent(target, path) {
	if (!await present(path)) await symlink(target, path);
}
async function absentAs(fallback, work) {
	try {
		return await work;
	} catch (error) {
		if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return fallback;
		throw error;
	}
}
async function takenAsFalse(work) {
	try {
		await work;
		return true;
	} catch (error) {
		if (hasCode(error, "EEXIST")) return false;
		throw error;
	}
}
const hasCode = (error, code) => error instanceof Error && "code" in error && error.code === code;
//#endregion
//#region src/host/process-table.ts
const onLinux = process.platform === "linux";
function identityOf(pid) {
	const entry = readProcess(pid);
	return entry && {
		pid,
		started: entry.started,
		boot: bootId()
	};
}
function isAlive(identity) {
	return identity.boot === bootId() && readProcess(identity.pid)?.started === identity.started;
}
/** Null when it is gone; a zombie is gone, only its parent has not looked yet. */
function readProcess(pid) {
	if (!onLinux) return listWithPs().find((entry) => entry.pid === pid) ?? null;
	try {
		return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return null;
	}
}
function parseStat(stat) {
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (fields[0] === "Z" || fields[0] === "X") return null;
	return {
		pid: Number.parseInt(stat, 10),
		parent: Number(fields[1]),
		group: Number(fields[2]),
		session: Number(fields[3]),
		started: fields[19] ?? ""
	};
}
function listWithPs() {
	return ask("ps", "-axo", "pid=,ppid=,pgid=,sess=,stat=,lstart=").split("\n").flatMap((line) => {
		const [pid, parent, group, session, state, ...started] = line.trim().split(/\s+/);
		if (!pid || state?.startsWith("Z")) return [];
		return [{
			pid: Number(pid),
			parent: Number(parent),
			group: Number(group),
			session: Number.parseInt(session ?? "0", 16) || 0,
			started: started.join(" ")
		}];
	});
}
let knownBoot;
function bootId() {
	knownBoot ??= onLinux ? readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() : ask("sysctl", "-n", "kern.boottime").trim();
	return knownBoot;
}
function ask(program, ...args) {
	const { execFileSync } = process.getBuiltinModule("node:child_process");
	return execFileSync(program, args, { encoding: "latin1" });
}
//#endregion
//#region src/std/unreachable.ts
/** Makes the compiler prove that a `switch` over a union handles every case. */
function unreachable(value) {
	throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
//#endregion
//#region src/loop/earned.ts
/** How many tests ran, skipped ones left out; null when the output does not say. */
function testsRun(evidence) {
	const counted = evidence.flatMap(({ tests }) => tests ? [tests.total - tests.skipped] : []);
	return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0);
}
//#endregion
//#region src/loop/reflect.ts
const NAMED = 5;
/** What a turn taught, from what the gate saw: never from what the agent said of itself. */
function reflect(state, { evidence, verdict, findings, missing }) {
	const now = evidence.flatMap(({ failing }) => failing);
	const did = state.turn?.treeChanged ? "changed files" : "changed nothing";
	const claimed = state.turn?.ended === "claims-done" ? " and said it was done" : "";
	const result = now.length > 0 || (state.failing?.ids.length ?? 0) > 0 ? changeWords(state.failing?.ids ?? [], now) : `${verdict.replace("_", " ")}: ${firstLine(missing)}`;
	const found = findings.map(({ says }) => ` ${says}`).join("");
	return {
		iteration: state.iteration,
		says: `Turn ${state.iteration} ${did}${claimed}: ${result}${found}`
	};
}
function changeWords(before, now) {
	const fixed = before.filter((id) => !now.includes(id));
	const fresh = now.filter((id) => !before.includes(id));
	const same = now.filter((id) => before.includes(id));
	return `${[
		fixed.length > 0 && `fixed ${names(fixed)}`,
		fresh.length > 0 && `newly failing ${names(fresh)}`,
		same.length > 0 && `still failing ${names(same)}`
	].filter(Boolean).join("; ") || "nothing fails by name any more"}.`;
}
const names = (ids) => ids.length > NAMED ? `${ids.slice(0, NAMED).join(", ")} and ${ids.length - NAMED} more` : ids.join(", ");
const firstLine = (text) => (text ?? "").split("\n")[0]?.slice(0, 200) ?? "";
//#endregion
//#region src/loop/resume.ts
/** A loop that is taken up again: what it spent stays spent, and only its limits are new. */
function resumed(state, limits) {
	const spec = {
		...state.spec,
		limits
	};
	if (state.phase !== "ended") return {
		...state,
		spec
	};
	const happened = state.turn?.ended !== "rate-limited" || state.turn.iteration !== state.iteration;
	return {
		...state,
		spec,
		phase: phaseOf(state, happened),
		iteration: happened ? state.iteration : state.iteration - 1,
		waitUntil: null,
		outcome: null
	};
}
function phaseOf({ baseline, checks, iteration }, happened) {
	if (baseline === null) return "opening";
	return happened && (checks.at(-1)?.iteration ?? 0) < iteration ? "closing" : "ready";
}
//#endregion
//#region src/agents/config.ts
/** An agent as data, so that a loop can be written to disk and taken up by another process. */
const agentConfigSchema = z.discriminatedUnion("kind", [
	z.readonly(z.strictObject({
		kind: z.literal("command"),
		command: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("script"),
		path: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("custom"),
		name: z.string()
	}))
]);
const describeAgent = (config) => config.kind === "command" ? config.command : config.kind === "script" ? `script:${config.path}` : config.name;
//#endregion
//#region src/criteria/criterion.ts
/** The words of the person for this clause; reports name the clause by them. */
const said = z.string();
/** A line (or several) for the shell. */
const command = z.string();
const relationSchema = z.enum([
	"above",
	"at_least",
	"below",
	"at_most",
	"equal"
]);
/** Which number of the output is meant. */
const measureSchema = z.discriminatedUnion("kind", [
	z.readonly(z.strictObject({
		kind: z.literal("number"),
		label: z.nullable(z.string())
	})),
	z.readonly(z.strictObject({
		kind: z.literal("json_path"),
		path: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("coverage"),
		of: z.enum([
			"lines",
			"statements",
			"branches",
			"functions",
			"any"
		]),
		/** The report to read; null means the one that the command leaves behind or prints. */
		report: z.nullable(z.string())
	}))
]);
const fileRuleSchema = z.discriminatedUnion("kind", [
	z.readonly(z.strictObject({ kind: z.literal("exists") })),
	z.readonly(z.strictObject({
		kind: z.literal("contains"),
		text: z.string(),
		negated: z.boolean()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("matches"),
		pattern: z.string(),
		flags: z.string(),
		negated: z.boolean()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("documented"),
		what: z.enum([
			"functions",
			"exports",
			"classes",
			"all"
		]),
		style: z.enum([
			"jsdoc",
			"docstring",
			"any"
		])
	})),
	z.readonly(z.strictObject({ kind: z.literal("default_export") }))
]);
const exitCodeSchema = z.readonly(z.strictObject({
	kind: z.literal("exit_code"),
	command,
	expect: z.int().check(z.gte(0), z.lte(255)),
	said
}));
const outputMatchSchema = z.readonly(z.strictObject({
	kind: z.literal("output_match"),
	command,
	/** The source of a JavaScript regular expression. */
	pattern: z.string(),
	flags: z.string(),
	/** The exit code that is required too; null when any will do. */
	expect: z.nullable(z.int()),
	negated: z.boolean(),
	said
}));
const outputThresholdSchema = z.readonly(z.strictObject({
	kind: z.literal("output_threshold"),
	command,
	measure: measureSchema,
	is: relationSchema,
	/** `baseline` is what the same measure was before the first turn. */
	value: z.union([z.number(), z.literal("baseline")]),
	unit: z.nullable(z.literal("percent")),
	/** Every number found must satisfy it, not only the one that sums up. */
	every: z.boolean(),
	said
}));
const filesSchema = z.readonly(z.strictObject({
	kind: z.literal("files"),
	glob: z.string(),
	each: fileRuleSchema,
	/** How many files must match the glob: a rule about no files at all proves nothing. */
	at_least: z.int().check(z.gte(0)),
	said
}));
const fileCountSchema = z.readonly(z.strictObject({
	kind: z.literal("file_count"),
	glob: z.string(),
	is: relationSchema,
	value: z.number(),
	said
}));
const noNewFailuresSchema = z.readonly(z.strictObject({
	kind: z.literal("no_new_failures"),
	command,
	/** Ids of tests that may not fail, although they fail before the first turn. */
	must_pass: z.optional(z.readonly(z.array(z.string()).check(z.minLength(1)))),
	said
}));
const leafSchema = z.discriminatedUnion("kind", [
	exitCodeSchema,
	outputMatchSchema,
	outputThresholdSchema,
	filesSchema,
	fileCountSchema,
	noNewFailuresSchema
]);
const self$1 = z.lazy(() => criterionSchema);
const parts = z.readonly(z.array(self$1).check(z.minLength(1)));
const criterionSchema = z.union([
	leafSchema,
	z.readonly(z.strictObject({
		kind: z.literal("all_of"),
		parts
	})),
	z.readonly(z.strictObject({
		kind: z.literal("any_of"),
		parts
	})),
	z.readonly(z.strictObject({
		kind: z.literal("not"),
		part: self$1
	}))
]);
//#endregion
//#region src/checks/config.ts
const line$1 = z.string().check(z.regex(/\S/));
const timeout_ms = z.optional(z.int().check(z.positive()));
const table = {
	expected_columns: z.optional(z.readonly(z.array(z.string()).check(z.minLength(1)))),
	min_rows: z.optional(z.int().check(z.positive()))
};
const sandboxed = {
	sandbox: z.optional(z.enum(["none", "bubblewrap"])),
	/** What the commands may write outside the workspace, when they are in a sandbox. */
	writable: z.optional(z.readonly(z.array(line$1)))
};
const singleSchema = z.discriminatedUnion("kind", [
	z.readonly(z.strictObject({
		kind: z.literal("feature_list"),
		path: z.optional(line$1),
		...sandboxed
	})),
	z.readonly(z.strictObject({
		kind: z.literal("test_suite"),
		command: line$1,
		working_directory: z.optional(line$1),
		timeout_ms,
		...sandboxed
	})),
	z.readonly(z.strictObject({
		kind: z.literal("sql_query"),
		database: line$1,
		query: line$1,
		timeout_ms,
		...table
	})),
	z.readonly(z.strictObject({
		kind: z.literal("sql_result"),
		tool: z.optional(line$1),
		...table
	})),
	z.readonly(z.strictObject({ kind: z.literal("always") })),
	z.readonly(z.strictObject({
		kind: z.literal("command"),
		command: line$1,
		description: z.optional(line$1),
		timeout_ms
	})),
	z.readonly(z.strictObject({
		kind: z.literal("criterion"),
		criterion: criterionSchema
	}))
]);
const checkConfigSchema = z.union([singleSchema, z.readonly(z.strictObject({
	kind: z.literal("all_of"),
	checks: z.readonly(z.array(z.lazy(() => checkConfigSchema)).check(z.minLength(1)))
}))]);
//#endregion
//#region src/loop/state.ts
const limitsSchema = z.readonly(z.strictObject({
	iterations: z.int().check(z.positive()),
	/** Turns and checks together, over the whole life of the loop. */
	totalMs: z.number().check(z.positive()),
	turnMs: z.number().check(z.positive()),
	checkMs: z.number().check(z.positive()),
	/** Waiting for rate limits, which costs nothing else. */
	waitMs: z.number().check(z.positive()),
	/** Null: no limit. */
	tokens: z.nullable(z.int().check(z.positive())),
	usd: z.nullable(z.number().check(z.positive()))
}));
const MINUTE_MS = 6e4;
60 * MINUTE_MS, 30 * MINUTE_MS, 10 * MINUTE_MS, 360 * MINUTE_MS;
/** What was agreed before the first turn. Never changes afterwards, but for the limits, which a person may raise. */
const loopSpecSchema = z.readonly(z.strictObject({
	id: z.string(),
	task: z.string(),
	/** The working tree that the loop has to itself. */
	tree: z.string(),
	/** Where agent and check run: the directory in which the loop was asked for. */
	workspace: z.string(),
	/** What "done" means, for people. */
	done: z.string(),
	/** The same as data; null when a check of the caller's own decides. */
	check: z.nullable(checkConfigSchema),
	/** What the criterion should say before the first turn. A fix starts red; a refactoring starts green, and green is then no end. */
	expectNow: z.enum([
		"failing",
		"passing",
		"either"
	]),
	/** What kind of work it is, as inference calls it; null when the person gave the criterion. */
	taskClass: z.nullable(z.string()),
	/** Why this criterion; empty when the person gave it. */
	rationale: z.readonly(z.array(z.string())),
	agent: agentConfigSchema,
	/** Who takes over, in this order, when the first does not get on. */
	otherAgents: z.readonly(z.array(agentConfigSchema)),
	limits: limitsSchema,
	/** `ralph` begins each turn in a fresh context, `continue` goes on with one conversation. */
	strategy: z.enum([
		"ralph",
		"continue",
		"self-verifying"
	]),
	checkWhen: z.enum(["every-turn", "on-claim"]),
	proof: z.enum([
		"fast",
		"standard",
		"strict"
	]),
	/** Globs of files that may change although the proof relies on them: from the command line, and from the configuration. */
	mayChange: z.readonly(z.array(z.string())),
	free: z.readonly(z.array(z.string())),
	/** Findings that are accepted from the start, by name. */
	waive: z.readonly(z.array(z.string())),
	/** Ids of tests that may fail, `*` for anything: those that were flaky before the first turn. */
	quarantine: z.readonly(z.array(z.string())),
	/** Checks that were weakened beside real work are put back by us. */
	restore: z.boolean(),
	/** Who may veto what the check accepted, as a command; null when nobody, or an object of the caller's own, does. */
	judgeCommand: z.nullable(z.string()),
	/** Agents run in a sandbox. */
	sandbox: z.boolean(),
	/** Commands that are told about turns and the end. */
	hooks: z.readonly(z.strictObject({
		postIteration: z.nullable(z.string()),
		onVerified: z.nullable(z.string())
	})),
	/** Marks every process of this loop. */
	nonce: z.string(),
	startedAt: z.string()
}));
const newLoop = (spec) => ({
	spec,
	phase: "opening",
	iteration: 0,
	spent: {
		ms: 0,
		tokens: 0,
		usd: 0,
		waitMs: 0,
		untold: {
			tokens: false,
			usd: false
		}
	},
	turn: null,
	missing: null,
	baseline: null,
	sealed: null,
	startedGreen: false,
	touched: false,
	failing: null,
	idleFailures: 0,
	checks: [],
	best: null,
	reflections: [],
	objections: [],
	blocked: [],
	waivers: [],
	hints: [],
	heard: [],
	waitUntil: null,
	outcome: null,
	lastActive: spec.startedAt
});
//#endregion
//#region src/loop/apply.ts
/** A loop's state after one more event. Reading a journal and living through it give the same state. */
function apply(state, event) {
	return {
		...step(state, event),
		lastActive: event.at
	};
}
/** The state that a journal adds up to; null when it does not begin with the loop's start. */
function fold(events) {
	const [first, ...rest] = events;
	return first?.kind === "loop-start" ? rest.reduce(apply, newLoop(first.spec)) : null;
}
function step(state, event) {
	switch (event.kind) {
		case "loop-start": return newLoop(event.spec);
		case "baseline-end": return afterBaseline(state, event);
		case "turn-start": return {
			...state,
			phase: "in-turn",
			iteration: event.iteration,
			waitUntil: null
		};
		case "turn-text":
		case "finding": return state;
		case "turn-end": return afterTurn$1(state, event);
		case "check-end": return afterTurnsCheck(state, event);
		case "waiver": return {
			...state,
			waivers: [...state.waivers, event.waiver].slice(-WAIVERS_KEPT)
		};
		case "wait": return {
			...state,
			phase: "waiting",
			iteration: event.iteration - 1,
			waitUntil: event.until,
			spent: {
				...state.spent,
				waitMs: state.spent.waitMs + event.wait_ms
			}
		};
		case "hint": return {
			...state,
			hints: [...state.hints, {
				id: event.id,
				text: event.text
			}].slice(-HINTS_KEPT),
			heard: [...state.heard, event.id].slice(-HEARD_KEPT)
		};
		case "loop-resume": return resumed(state, event.limits);
		case "loop-end": return {
			...state,
			phase: "ended",
			outcome: event.outcome
		};
		default: return unreachable(event);
	}
}
const HINTS_KEPT = 10;
const HEARD_KEPT = 50;
function afterBaseline(state, event) {
	return {
		...afterCheck$1(state, event, event.tree),
		baseline: baselineOf(event),
		sealed: event.sealed,
		startedGreen: event.verdict === "verified"
	};
}
function afterTurnsCheck(state, event) {
	const reflections = event.verdict === "verified" ? state.reflections : [...state.reflections, reflect(state, event)].slice(-4);
	return {
		...afterCheck$1(state, event, state.turn?.tree ?? null),
		reflections,
		spent: {
			...state.spent,
			ms: state.spent.ms + event.duration_ms
		}
	};
}
/** What later checks are compared with. */
const baselineOf = ({ evidence }) => ({
	failing: evidence.flatMap(({ failing }) => failing),
	measured: evidence.find(({ measured }) => measured !== null)?.measured ?? null,
	ran: testsRun(evidence),
	closed: evidence.find(({ closed }) => closed !== null)?.closed ?? null
});
function afterCheck$1(state, facts, tree) {
	const { verdict, missing, evidence } = facts;
	const failing = {
		ids: evidence.flatMap(({ failing }) => failing).slice(0, FAILING_SHOWN),
		count: evidence.reduce((sum, { failing_count }) => sum + failing_count, 0)
	};
	const summary = {
		iteration: state.iteration,
		verdict,
		missing: missing?.split("\n")[0]?.slice(0, MISSING_KEPT) ?? null,
		missingKey: facts.missing_key,
		turnEnded: state.turn?.ended ?? null,
		tree,
		failing: failing.count,
		measured: evidence.find(({ measured }) => measured !== null)?.measured ?? null
	};
	const checks = [...state.checks, summary].slice(-20);
	const objections = facts.findings.filter(({ objection }) => objection !== null).map(({ rule }) => rule);
	return {
		...state,
		phase: "ready",
		missing,
		failing,
		checks,
		best: bestOf(state.best, summary),
		objections
	};
}
const FAILING_SHOWN = 20;
const MISSING_KEPT = 300;
/** Fewest failures; the earlier of two equals, for it changed less. What names no failures says nothing about how far it is. */
function bestOf(best, { iteration, tree, failing, verdict }) {
	if (!(verdict === "verified" || failing > 0)) return best;
	return best === null || failing < best.failing ? {
		iteration,
		tree,
		failing
	} : best;
}
function afterTurn$1(state, event) {
	const badly = event.ended === "failed" || event.ended === "unusable";
	return {
		...state,
		phase: "closing",
		spent: paid(state.spent, event),
		touched: state.touched || event.tree_changed,
		idleFailures: badly && !event.tree_changed ? state.idleFailures + 1 : 0,
		blocked: [...state.blocked, ...event.blocked].slice(-BLOCKED_KEPT),
		hints: event.ended === "rate-limited" || event.ended === "lost" ? state.hints : [],
		turn: {
			iteration: event.iteration,
			agent: event.agent,
			ended: event.ended,
			answer: event.answer,
			exitCode: event.exit_code,
			error: event.error,
			tree: event.tree,
			treeChanged: event.tree_changed,
			session: event.session,
			retryAfterMs: event.retry_after_ms,
			tools: event.tools,
			blocked: event.blocked
		}
	};
}
const BLOCKED_KEPT = 50;
const WAIVERS_KEPT = 50;
/** A turn that met a rate limit did no work and owes no account of it. */
function paid(spent, { usage, duration_ms, ended }) {
	return {
		...spent,
		ms: spent.ms + duration_ms,
		tokens: spent.tokens + (usage?.tokens ?? 0),
		usd: spent.usd + (usage?.usd ?? 0),
		untold: {
			tokens: spent.untold.tokens || ended !== "rate-limited" && usage?.tokens == null,
			usd: spent.untold.usd || ended !== "rate-limited" && usage?.usd == null
		}
	};
}
//#endregion
//#region src/host/digest.ts
/**
* Names a path in 16 hex digits. Not for secrets: two 32-bit FNV-1a hashes with different starts, because loading the crypto
* module is a tenth of what `status` takes.
*/
function shortDigest(text) {
	return [2166136261, 16777619].map((start) => fnv1a(text, start).toString(16).padStart(8, "0")).join("");
}
function fnv1a(text, start) {
	let hash = start;
	for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 16777619);
	return hash >>> 0;
}
join(".aiwg", "ralph");
/** Projects are told apart by the directory that holds their view, so two state directories in one tree are two projects. */
function layoutFor(home, tree, stateDirectory) {
	const project = join(home, "projects", `${basename(tree) || "root"}-${shortDigest(stateDirectory)}`);
	return {
		home,
		keys: join(home, "keys"),
		leases: join(home, "leases"),
		project,
		registry: join(project, "registry.json"),
		registryLock: join(project, "lock"),
		archive: join(project, "archive"),
		reflections: join(project, "reflections"),
		view: stateDirectory,
		viewReflections: join(stateDirectory, "reflections")
	};
}
function loopPaths(layout, id) {
	const directory = join(layout.project, "loops", id);
	const viewDirectory = join(layout.view, "loops", id);
	const journal = join(directory, "events.jsonl");
	const iterations = join(directory, "iterations");
	const checkpoints = join(directory, "checkpoints");
	const analytics = join(directory, "analytics");
	return {
		directory,
		journal,
		iterations,
		checkpoints,
		analytics,
		pulse: join(directory, "entry.json"),
		proposal: join(directory, "inferred-completion.yaml"),
		baseline: join(directory, "baseline"),
		snapshots: join(directory, "snapshots.git"),
		receipt: join(directory, "receipt.json"),
		waivers: join(directory, "waivers"),
		control: join(directory, "control"),
		viewDirectory,
		viewState: join(viewDirectory, "state.json"),
		viewProgress: join(viewDirectory, "progress.md"),
		viewReceipt: join(viewDirectory, "receipt.json"),
		viewLinks: [
			[join(viewDirectory, "events.jsonl"), journal],
			[join(viewDirectory, "iterations"), iterations],
			[join(viewDirectory, "checkpoints"), checkpoints],
			[join(viewDirectory, "analytics"), analytics],
			[join(layout.view, "archive"), layout.archive]
		],
		handOff: join(directory, "hand-off.md"),
		viewHandOff: join(viewDirectory, "hand-off.md")
	};
}
const checkpointFile = (paths, iteration) => join(paths.checkpoints, `iteration-${String(iteration).padStart(3, "0")}.json.gz`);
const analyticsFile = (paths) => join(paths.analytics, "analytics.json");
const iterationDirectory = (paths, iteration) => join(paths.iterations, String(iteration).padStart(3, "0"));
//#endregion
//#region src/host/durable.ts
/** Replaces a file so that a reader, or a machine that lost power, sees the old bytes or the new ones and nothing else. */
async function writeDurably(disk, path, data) {
	const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		await disk.write(temporary, data);
		await disk.sync(temporary);
		await disk.rename(temporary, path);
	} catch (error) {
		await disk.remove(temporary).catch(() => {});
		throw error;
	}
	await disk.sync(dirname(path));
}
/** The same for a reader, but a power cut may take it or leave half of it: for what is made again from the truth. */
async function replaceFile(disk, path, data) {
	const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		await disk.write(temporary, data);
		await disk.rename(temporary, path);
	} catch (error) {
		await disk.remove(temporary).catch(() => {});
		throw error;
	}
}
/** Adds to a file that exists; durable when it resolves. After a crash the last line may be torn, never an earlier one. */
async function appendDurably(disk, path, data) {
	await disk.append(path, data);
	await disk.sync(path);
}
/** Makes a directory whose name survives a power cut: each new level is synced into its parent. */
async function makeDirectoryDurably(disk, path) {
	const first = await disk.makeDirectory(path);
	if (first === null) return;
	for (let level = path; level.length >= first.length; level = dirname(level)) await disk.sync(dirname(level));
}
//#endregion
//#region src/store/checkpoints.ts
/**
* The state after an iteration, packed, for people and programs that want to look back, and for the day on which a journal is
* damaged. It carries its own length and digest, so that one that is not whole shows.
*/
const checkpointSchema = z.readonly(z.object({
	version: z.literal("1.0.0"),
	loop_id: z.string(),
	iteration: z.int(),
	/** How many lines of the journal add up to it. */
	events: z.int(),
	length: z.int(),
	sha256: z.string(),
	state: z.unknown()
}));
const LAST_KEPT = 50;
/** The first and the last fifty stay. Written under a name of its own: what a power cut tears is seen and never believed. */
async function writeCheckpoint(disk, paths, state, events) {
	const text = JSON.stringify(state);
	const head = {
		version: "1.0.0",
		loop_id: state.spec.id,
		iteration: state.iteration,
		events
	};
	const document = JSON.stringify({
		...head,
		length: text.length,
		sha256: digestOf(text),
		state
	});
	const path = checkpointFile(paths, state.iteration);
	await disk.write(path, gzipSync(document, { level: 1 }));
	await disk.sync(path);
	await disk.sync(paths.checkpoints);
	const old = state.iteration - LAST_KEPT;
	if (old > 1) await disk.remove(checkpointFile(paths, old));
}
/** The iteration of the newest checkpoint that is whole; those that are not are moved aside, and said. Null when none is. */
async function newestCheckpoint(disk, paths, say) {
	const iterations = (await disk.list(paths.checkpoints)).flatMap((name) => /^iteration-(\d+)\.json\.gz$/.exec(name)?.[1] ?? []).map(Number).sort((a, b) => b - a);
	for (const iteration of iterations) {
		const path = checkpointFile(paths, iteration);
		if (isWhole(await disk.readBytes(path), iteration)) return iteration;
		await disk.rename(path, `${path}.damaged`);
		say(`the checkpoint ${path} is damaged; it was moved to ${basename(path)}.damaged, and the one before it is used`);
	}
	return null;
}
function isWhole(bytes, iteration) {
	if (bytes === null) return false;
	try {
		const read = checkpointSchema.safeParse(JSON.parse(gunzipSync(bytes, { maxOutputLength: LARGEST }).toString()));
		if (!read.success || read.data.iteration !== iteration) return false;
		const text = JSON.stringify(read.data.state);
		return text.length === read.data.length && digestOf(text) === read.data.sha256;
	} catch {
		return false;
	}
}
const LARGEST = 256 * 1024 * 1024;
const digestOf = (text) => createHash("sha256").update(text).digest("hex");
//#endregion
//#region src/store/chronicle.ts
const ITERATIONS_KEPT = 500;
const FINDINGS_KEPT = 20;
const emptyChronicle = (loop) => ({
	analytics: {
		version: "1.0.0",
		loop_id: loop,
		totals: {
			iterations: 0,
			turn_ms: 0,
			check_ms: 0,
			proof_ms: 0,
			waits: 0,
			wait_ms: 0,
			tokens: 0,
			usd: 0,
			fixed: 0,
			best_iteration: null,
			outcome: null
		},
		iterations: []
	},
	findings: [],
	turn: null,
	failing: [],
	fewest: null
});
function record(chronicle, event) {
	switch (event.kind) {
		case "turn-start": return {
			...chronicle,
			turn: {
				startedAt: event.at,
				end: null
			}
		};
		case "turn-end": return afterTurn(chronicle, event);
		case "baseline-end": return afterCheck(chronicle, event, 0);
		case "check-end": return afterCheck(chronicle, event, event.iteration);
		case "finding": return {
			...chronicle,
			findings: withFinding(chronicle.findings, event)
		};
		case "wait": return withTotals(chronicle, ({ waits, wait_ms }) => ({
			waits: waits + 1,
			wait_ms: wait_ms + event.wait_ms
		}));
		case "loop-resume": return withTotals(chronicle, () => ({ outcome: null }));
		case "loop-end": return withTotals(chronicle, () => ({ outcome: event.status }));
		default: return chronicle;
	}
}
function withTotals(chronicle, change) {
	const { analytics } = chronicle;
	return {
		...chronicle,
		analytics: {
			...analytics,
			totals: {
				...analytics.totals,
				...change(analytics.totals)
			}
		}
	};
}
/** Sums of which a part is unknown are no sums. A turn that met a rate limit owes no account. */
function afterTurn(chronicle, event) {
	const { usage, ended } = event;
	const plus = (sum, part) => sum === null || part == null && ended !== "rate-limited" ? null : sum + (part ?? 0);
	return {
		...withTotals(chronicle, ({ turn_ms, tokens, usd }) => ({
			turn_ms: turn_ms + event.duration_ms,
			tokens: plus(tokens, usage?.tokens),
			usd: plus(usd, usage?.usd)
		})),
		turn: {
			startedAt: chronicle.turn?.startedAt ?? event.at,
			end: event
		}
	};
}
function afterCheck(chronicle, event, iteration) {
	const row = rowOf(chronicle, event, iteration);
	const better = (row.verdict === "verified" || row.failing > 0) && (chronicle.fewest === null || row.failing < chronicle.fewest);
	const { analytics } = chronicle;
	const totals = {
		...analytics.totals,
		iterations: iteration,
		check_ms: analytics.totals.check_ms + row.check_ms,
		proof_ms: analytics.totals.proof_ms + (row.proof_ms ?? 0),
		fixed: analytics.totals.fixed + row.fixed,
		...better ? { best_iteration: iteration } : {}
	};
	const iterations = [...analytics.iterations, row].slice(-ITERATIONS_KEPT);
	return {
		...chronicle,
		analytics: {
			...analytics,
			totals,
			iterations
		},
		turn: null,
		failing: namesFailures(event) ? idsOf(event) : chronicle.failing,
		fewest: better ? row.failing : chronicle.fewest
	};
}
function rowOf({ turn, failing }, event, iteration) {
	const end = turn?.end ?? null;
	const before = new Set(failing);
	const now = namesFailures(event) ? new Set(idsOf(event)) : before;
	const proof = event.proof?.duration_ms ?? null;
	return {
		iteration,
		started_at: turn?.startedAt ?? event.at,
		turn_ms: end?.duration_ms ?? null,
		check_ms: Math.max(0, event.duration_ms - (proof ?? 0)),
		proof_ms: proof,
		turn_ended: end?.ended ?? null,
		verdict: event.verdict,
		failing: event.evidence.reduce((sum, { failing_count }) => sum + failing_count, 0),
		fixed: failing.filter((id) => !now.has(id)).length,
		new: iteration === 0 ? 0 : [...now].filter((id) => !before.has(id)).length,
		tests: testsOf(event),
		tree_changed: end?.tree_changed ?? false,
		tokens: end?.usage?.tokens ?? null,
		usd: end?.usage?.usd ?? null
	};
}
const idsOf = ({ evidence }) => evidence.flatMap(({ failing }) => failing);
/** A check that was not asked, or whose run came to nothing, has not seen the failures of the one before go away. */
const namesFailures = (facts) => facts.verdict === "verified" || idsOf(facts).length > 0;
function testsOf({ evidence }) {
	const counted = evidence.flatMap(({ tests }) => tests ? [tests] : []);
	if (counted.length === 0) return null;
	const sum = (of) => counted.reduce((all, one) => all + of(one), 0);
	return {
		passed: sum(({ passed }) => passed),
		failed: sum(({ failed }) => failed),
		skipped: sum(({ skipped }) => skipped),
		total: sum(({ total }) => total)
	};
}
function withFinding(findings, { iteration, finding }) {
	return [...findings.filter(({ says }) => says !== finding.says), {
		iteration,
		says: finding.says
	}].slice(-FINDINGS_KEPT);
}
//#endregion
//#region src/agents/agent.ts
/**
* `claims-done` is a hint and never a proof. `failed` is a turn whose program ended badly; its work is still checked.
* `unusable` is a program that cannot be run at all. `lost` is a turn that was in flight when the loop itself died.
* `asks` ended in a question, which nobody will answer; `rate-limited` did no work and is taken again.
*/
const TURN_ENDS = [
	"claims-done",
	"wants-more",
	"asks",
	"failed",
	"unusable",
	"rate-limited",
	"aborted",
	"lost"
];
//#endregion
//#region src/gate/finding.ts
/**
* What a finding makes of a yes. None of them makes a yes of a no.
*
* `not_yet`: honest work that is not complete. `unproven`: green, but nothing shows that it was earned. `flaky`: green by luck.
* `weakened`: the work is real, and a check was loosened beside it. `tampered`: the check was bent to become green.
* `unprovable`: this gate cannot fail.
*/
const OBJECTIONS = [
	"not_yet",
	"unproven",
	"flaky",
	"weakened",
	"tampered",
	"unprovable"
];
/** Something that the gate saw and that speaks against a yes, or that a person should know. */
const findingSchema = z.readonly(z.object({
	/** Its name, the same in every loop: `agent-loop explain <rule>` tells what it means. */
	rule: z.string(),
	/** Null for what only warns. */
	objection: z.nullable(z.enum(OBJECTIONS)),
	/** One sentence, with what to do. */
	says: z.string(),
	/** Files or test ids, the first of them. */
	places: z.readonly(z.array(z.string()))
}));
//#endregion
//#region src/gate/gate.ts
/** What is kept from before the first turn: where it stands in the private store, and its digest, so that a change shows. */
const sealedSchema = z.readonly(z.object({
	digest: z.string(),
	files: z.int(),
	ids: z.nullable(z.int()),
	skipped: z.nullable(z.int())
}));
/** One step of the proof and how it went. */
const stepSchema = z.readonly(z.object({
	step: z.string(),
	result: z.enum([
		"ok",
		"refused",
		"not_checked"
	]),
	says: z.string()
}));
/** What was done beyond the plain run before a yes was believed. */
const proofSchema = z.readonly(z.object({
	level: z.enum([
		"fast",
		"standard",
		"strict"
	]),
	steps: z.readonly(z.array(stepSchema)),
	/** How often the criterion's commands were run for it. */
	runs: z.int(),
	duration_ms: z.number()
}));
//#endregion
//#region src/gate/waiver.ts
/** A person's word that a finding, or a test that fails, does not stand against the work. */
const waiverSchema = z.readonly(z.object({
	/** The rule of the finding; null when a test is meant. */
	rule: z.nullable(z.string()),
	/** Only a finding with these places, by their digest; null for whatever the rule finds. */
	places: z.nullable(z.string()),
	/** The id of a test that may fail or change. */
	test: z.nullable(z.string()),
	reason: z.string(),
	/** Who said so: a person's name, or where it was fixed before the first turn. */
	by: z.string()
}));
//#endregion
//#region src/loop/blocked.ts
/** The agent's honest way out: what keeps it from going on, and the test that contradicts the task, if one does. */
const blockedSchema = z.readonly(z.object({
	reason: z.string(),
	test: z.nullable(z.string())
}));
/** Why a loop ended, with what there is to say about it. */
const outcomeSchema = z.discriminatedUnion("kind", [
	z.readonly(z.strictObject({
		kind: z.literal("verified"),
		because: z.enum(["criterion_holds", "already_green"])
	})),
	z.readonly(z.strictObject({ kind: z.literal("claimed") })),
	z.readonly(z.strictObject({
		kind: z.literal("limit_reached"),
		limit: z.enum([
			"iterations",
			"time",
			"tokens",
			"cost"
		]),
		allowed: z.string(),
		/** What the last check found: `not_yet`, `unproven`, `flaky`. */
		verdict: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("stuck"),
		how: z.enum(["repeating", "oscillating"]),
		turns: z.int()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("blocked"),
		because: z.enum([
			"agent",
			"needs_waiver",
			"red_baseline"
		]),
		says: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("tampered"),
		says: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("gate_broken"),
		error: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("agent_failed"),
		error: z.string()
	})),
	z.readonly(z.strictObject({
		kind: z.literal("paused"),
		because: z.string()
	})),
	z.readonly(z.strictObject({ kind: z.literal("aborted") }))
]);
function exitCodeOf(outcome) {
	switch (outcome.kind) {
		case "verified":
		case "claimed": return EXIT.verified;
		case "limit_reached": return EXIT.limit;
		case "stuck": return EXIT.stuck;
		case "blocked": return outcome.because === "red_baseline" ? EXIT.noCriterion : EXIT.stuck;
		case "tampered": return EXIT.tampered;
		case "gate_broken": return EXIT.gateBroken;
		case "agent_failed": return EXIT.agentUnusable;
		case "paused": return EXIT.paused;
		case "aborted": return EXIT.aborted;
		default: return unreachable(outcome);
	}
}
/** One sentence for people; programs read the kind. */
function describeOutcome(outcome) {
	switch (outcome.kind) {
		case "verified": return outcome.because === "already_green" ? "the criterion held before the first turn" : "the criterion holds after the last turn";
		case "claimed": return "the agent says that it is done; its word was chosen to be enough, and nothing was checked";
		case "limit_reached": return `${limitWords[outcome.limit](outcome.allowed)} and ${verdictWords(outcome.verdict)}`;
		case "stuck": return outcome.how === "repeating" ? `${outcome.turns} turns left the same things missing` : `${outcome.turns} turns went back and forth between states that had been there before`;
		case "blocked":
		case "tampered": return outcome.says;
		case "gate_broken":
		case "agent_failed": return outcome.error;
		case "paused": return outcome.because;
		case "aborted": return "stopped on request";
		default: return unreachable(outcome);
	}
}
const limitWords = {
	iterations: (allowed) => `${allowed} ${allowed === "1" ? "turn was" : "turns were"} taken`,
	time: (allowed) => `the time of ${allowed} is used up`,
	tokens: (allowed) => `the ${allowed} tokens are used up`,
	cost: (allowed) => `the ${allowed} are spent, or it is no longer known what was`
};
function verdictWords(verdict) {
	if (verdict === "unproven") return "the criterion holds, but nothing shows that it was earned";
	if (verdict === "flaky") return "the criterion holds only now and then";
	return "the criterion does not hold";
}
//#endregion
//#region src/loop/verdict.ts
/** What a check and its proof found: yes, one of the ways in which it is not a yes, or no answer at all. */
const CHECK_VERDICTS = [
	"verified",
	...OBJECTIONS,
	"gate_error"
];
//#endregion
//#region src/loop/events.ts
const common$1 = {
	loop: z.string(),
	at: z.string()
};
/** One command that we ran ourselves. The whole output is in the iteration's log. */
const evidenceSchema = z.readonly(z.object({
	command: z.string(),
	verified: z.boolean(),
	exit_code: z.nullable(z.int()),
	error: z.nullable(z.string()),
	/** What was missing is the project's own; the work may bring it. */
	may_be_brought: z.boolean(),
	/** Whether every test runner came to its own end and ran something; null when there was none. */
	closed: z.nullable(z.boolean()),
	duration_ms: z.number(),
	/** Null when the output does not say how many there were. */
	tests: z.nullable(z.readonly(z.object({
		passed: z.int(),
		failed: z.int(),
		skipped: z.int(),
		total: z.int()
	}))),
	/** Ids of what failed, the first few hundred. */
	failing: z.readonly(z.array(z.string())),
	failing_count: z.int(),
	/** How many tests ran and the digest of their ids; null when nobody told which. */
	executed: z.nullable(z.readonly(z.object({
		count: z.int(),
		digest: z.string()
	}))),
	/** The number that a threshold was compared with. */
	measured: z.nullable(z.number())
}));
const turnFacts = {
	/** Who worked. */
	agent: z.string(),
	ended: z.enum(TURN_ENDS),
	claims_done: z.boolean(),
	exit_code: z.nullable(z.int()),
	error: z.nullable(z.string()),
	answer: z.string(),
	/** What the tree was after the turn, and whether that differs from before. */
	tree: z.nullable(z.string()),
	tree_changed: z.boolean(),
	duration_ms: z.number(),
	session: z.nullable(z.string()),
	/** Null is unknown, which is not 0. */
	usage: z.nullable(z.readonly(z.object({
		tokens: z.nullable(z.number()),
		usd: z.nullable(z.number())
	}))),
	retry_after_ms: z.nullable(z.number()),
	tools: z.readonly(z.array(z.readonly(z.object({
		tool: z.string(),
		is_error: z.boolean(),
		content: z.unknown()
	})))),
	/** What the agent said with `agent-loop blocked` during the turn. */
	blocked: z.readonly(z.array(blockedSchema))
};
const checkFacts = {
	verdict: z.enum(CHECK_VERDICTS),
	/** What is still missing, or why the check has no answer; null when it said yes. */
	missing: z.nullable(z.string()),
	evidence: z.readonly(z.array(evidenceSchema)),
	/** Equal for two checks that found the same things missing, whatever lines, clocks and temporary names say. */
	missing_key: z.string(),
	findings: z.readonly(z.array(findingSchema)),
	/** What was done beyond the plain run before a yes was believed; null when there was no yes to doubt. */
	proof: z.nullable(proofSchema),
	duration_ms: z.number()
};
/**
* Everything that happens to a loop, in the spelling that other programs read (`run --json`, `events.jsonl`).
* All but `turn-text` are written down before they are shown, and the loop's state is nothing but their sum.
*/
const loopEventSchema = z.discriminatedUnion("kind", [
	z.readonly(z.object({
		kind: z.literal("loop-start"),
		...common$1,
		spec: loopSpecSchema
	})),
	z.readonly(z.object({
		kind: z.literal("baseline-end"),
		...common$1,
		...checkFacts,
		tree: z.nullable(z.string()),
		/** What the gate keeps of the tree to compare with later. */
		sealed: z.nullable(sealedSchema)
	})),
	z.readonly(z.object({
		kind: z.literal("turn-start"),
		...common$1,
		iteration: z.int()
	})),
	z.readonly(z.object({
		kind: z.literal("turn-text"),
		...common$1,
		iteration: z.int(),
		text: z.string()
	})),
	z.readonly(z.object({
		kind: z.literal("turn-end"),
		...common$1,
		iteration: z.int(),
		...turnFacts
	})),
	z.readonly(z.object({
		kind: z.literal("check-end"),
		...common$1,
		iteration: z.int(),
		...checkFacts
	})),
	z.readonly(z.object({
		kind: z.literal("finding"),
		...common$1,
		iteration: z.int(),
		finding: findingSchema
	})),
	z.readonly(z.object({
		kind: z.literal("waiver"),
		...common$1,
		waiver: waiverSchema
	})),
	z.readonly(z.object({
		kind: z.literal("wait"),
		...common$1,
		iteration: z.int(),
		until: z.string(),
		wait_ms: z.number(),
		because: z.string()
	})),
	z.readonly(z.object({
		kind: z.literal("hint"),
		...common$1,
		iteration: z.int(),
		id: z.string(),
		text: z.string()
	})),
	z.readonly(z.object({
		kind: z.literal("loop-resume"),
		...common$1,
		iteration: z.int(),
		from: z.string(),
		limits: limitsSchema
	})),
	z.readonly(z.object({
		kind: z.literal("loop-end"),
		...common$1,
		status: z.string(),
		iterations: z.int(),
		exit_code: z.int(),
		/** For programs: `already_green`, `criterion_holds`, `not_yet`… */
		reason: z.string(),
		/** For people. */
		message: z.string(),
		receipt: z.nullable(z.string()),
		outcome: outcomeSchema
	}))
]);
//#endregion
//#region src/store/journal.ts
const FIRST_LINK = "0".repeat(64);
async function createJournal(disk, path, first) {
	await makeDirectoryDurably(disk, dirname(path));
	const { text, next } = encode([first], {
		seq: 0,
		link: FIRST_LINK
	});
	await writeDurably(disk, path, text);
	return journalFrom(disk, path, next);
}
/** Null when there is no journal. Bytes that are no journal are the caller's to look at, and are left as they are. */
async function openJournal(disk, path) {
	const read = await readJournal(disk, path);
	if (read === null) return null;
	if (read.torn) await writeDurably(disk, path, read.text);
	return {
		events: read.events,
		journal: journalFrom(disk, path, read.head)
	};
}
async function readJournal(disk, path) {
	const text = await disk.read(path);
	return text === null ? null : decode(text, path);
}
function journalFrom(disk, path, start) {
	let head = start;
	let stamp = null;
	return {
		head: () => head,
		async append(events) {
			const { text, next } = encode(events, head);
			await appendDurably(disk, path, text);
			head = next;
			stamp = await disk.stamp(path);
		},
		async intact() {
			if (stamp !== null && await disk.stamp(path) === stamp) return true;
			const read = await readJournal(disk, path).catch(() => null);
			return read !== null && !read.torn && read.head.seq === head.seq && read.head.link === head.link;
		}
	};
}
function encode(events, head) {
	let { seq, link } = head;
	let text = "";
	for (const [index, event] of events.entries()) {
		const more = index < events.length - 1 ? { more: true } : {};
		const line = JSON.stringify({
			...event,
			seq,
			prev: link,
			...more
		});
		text += `${line}\n`;
		seq += 1;
		link = linkOf(line);
	}
	return {
		text,
		next: {
			seq,
			link
		}
	};
}
function decode(text, path) {
	const complete = text.split("\n").slice(0, -1);
	const parsed = [];
	let head = {
		seq: 0,
		link: FIRST_LINK
	};
	for (const [index, line] of complete.entries()) {
		const entry = parseLine(line, head);
		if (typeof entry === "string") {
			if (index === complete.length - 1) break;
			throw corrupt(path, index + 1, entry);
		}
		parsed.push(entry);
		head = {
			seq: head.seq + 1,
			link: linkOf(line)
		};
	}
	return settled(parsed, text);
}
/** A batch counts when its last line is there. */
function settled(parsed, text) {
	const kept = parsed.slice(0, parsed.findLastIndex(({ more }) => !more) + 1);
	const good = kept.map(({ line }) => `${line}\n`).join("");
	const last = kept.at(-1);
	const head = {
		seq: kept.length,
		link: last ? linkOf(last.line) : FIRST_LINK
	};
	return {
		events: kept.map(({ event }) => event),
		head,
		text: good,
		torn: good !== text
	};
}
function parseLine(line, head) {
	let value;
	try {
		value = JSON.parse(line);
	} catch {
		return "it is no JSON";
	}
	const { seq, prev, more, ...event } = value;
	const read = loopEventSchema.safeParse(event);
	if (!read.success) return `${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message}`;
	if (seq !== head.seq || prev !== head.link) return "it does not follow the line before it";
	return {
		line,
		event: read.data,
		more: more === true
	};
}
const linkOf = (line) => createHash("sha256").update(line).digest("hex");
const corrupt = (path, line, what) => new UsageError("state-corrupt", `${path} is damaged at line ${line}: ${what}.`, "The file is left as it is. Start a new loop, or restore the file from a backup.");
//#endregion
//#region src/loop/status.ts
/** `interrupted` is never written by a loop: it is what others see of a running one whose process is gone. */
const STATUSES = [
	"running",
	"interrupted",
	"paused",
	"verified",
	"claimed",
	"limit_reached",
	"stuck",
	"blocked",
	"tampered",
	"gate_broken",
	"agent_failed",
	"aborted"
];
/** A loop that has not ended for good: it runs, or somebody can take it up again. */
const isOpen = (status) => OPEN.includes(status);
const OPEN = [
	"running",
	"interrupted",
	"paused"
];
//#endregion
//#region src/store/format-json.ts
/** As formatters leave it, so that a project's own lint does not trip over the view. */
const formatJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
//#endregion
//#region src/store/analytics-text.ts
const known = /* @__PURE__ */ new WeakMap();
/** The document as `formatJson` would write it, where only the row that is new costs anything. */
function analyticsText(analytics) {
	const head = formatJson({
		...analytics,
		iterations: []
	});
	const rows = analytics.iterations.map(textOf).join(",\n");
	return rows === "" ? head : `${head.slice(0, head.lastIndexOf("[]"))}[\n${rows}\n  ]\n}\n`;
}
function textOf(row) {
	const text = known.get(row) ?? indented(row);
	known.set(row, text);
	return text;
}
const indented = (row) => JSON.stringify(row, null, 2).split("\n").map((line) => `    ${line}`).join("\n");
//#endregion
//#region src/store/registry-shape.ts
const fits = (test) => (value) => test(value) ? null : "";
const text = fits((value) => typeof value === "string");
const whole = fits(Number.isSafeInteger);
const number = fits(Number.isFinite);
const nullable = (shape) => (value) => value === null ? null : shape(value);
function fields(shapes) {
	return (value) => {
		if (typeof value !== "object" || value === null) return "";
		return firstFault(Object.entries(shapes).map(([name, shape]) => [name, shape(Reflect.get(value, name))]));
	};
}
const listOf = (shape) => (value) => Array.isArray(value) ? firstFault(value.map((item, index) => [String(index), shape(item)])) : "";
function firstFault(faults) {
	const [name, fault] = faults.find(([, fault]) => fault !== null) ?? [];
	return name === void 0 ? null : [name, fault].filter(Boolean).join(".");
}
const entryShape = fields({
	loop_id: text,
	task: text,
	status: fits((value) => STATUSES.some((status) => status === value)),
	iteration: whole,
	max_iterations: whole,
	completion_criteria: text,
	started_at: text,
	last_active: text,
	pid: whole,
	owner: fields({
		kind: text,
		started: text,
		boot: text
	}),
	working_directory: text,
	state_file: text,
	verdict: nullable(text),
	missing: nullable(text),
	failing: listOf(text),
	spent: fields({
		ms: number,
		tokens: nullable(number),
		usd: nullable(number)
	}),
	ended: nullable(text)
});
const registryShape = fields({
	version: text,
	max_concurrent_loops: whole,
	updated_at: text,
	active_loops: listOf(entryShape),
	recent_loops: listOf(entryShape),
	totals: fields({
		started: whole,
		verified: whole,
		ended: whole
	})
});
/** Which field of a registry is wrong; null when none is, and '' for the whole of it. */
const faultInRegistry = (value) => registryShape(value);
const isRegistry = (value) => registryShape(value) === null;
const isEntry = (value) => entryShape(value) === null;
//#endregion
//#region src/store/registry-read.ts
/** Null when no loop has ever run in this project. */
async function readRegistry(disk, path) {
	const text = await disk.read(path);
	if (text === null) return null;
	const value = asJson(text);
	if (isRegistry(value)) return value;
	throw new UsageError("state-corrupt", `${path} is damaged: ${faultInRegistry(value) || "the document"} is not what it should be.`, "Move the file away; it is made anew by the next loop.");
}
/** A registry's line from its text; null when it is none. */
function entryFrom(text) {
	const value = text === null ? null : asJson(text);
	return isEntry(value) ? value : null;
}
/** The registry's line as its loop tells it now; the line itself when nothing newer of the same process is there. */
async function freshEntry(disk, layout, entry) {
	const pulse = entryFrom(await disk.read(loopPaths(layout, entry.loop_id).pulse));
	const same = pulse?.pid === entry.pid && pulse.owner.started === entry.owner.started;
	return pulse && same && pulse.loop_id === entry.loop_id ? pulse : entry;
}
function asJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
//#endregion
//#region src/store/archive.ts
/** Keeps the line of a loop that has ended, in a file of its own: to say it twice changes nothing. */
async function archiveLoop(disk, layout, entry) {
	await writeDurably(disk, join(layout.archive, `${entry.loop_id}.json`), formatJson(entry));
}
/** A loop that is taken up again has not ended. */
const unarchiveLoop = (disk, layout, id) => disk.remove(join(layout.archive, `${id}.json`));
//#endregion
//#region src/store/hand-off.ts
const LONGEST$1 = 300;
/** `hand-off.md`: what a person, or another agent, must know to go on where the loop could not; null when there is nothing to hand over. */
function handOffMarkdown(state, paths) {
	const { spec, outcome, iteration, best } = state;
	if (!(outcome?.kind === "stuck" || outcome?.kind === "blocked" && outcome.because !== "red_baseline")) return null;
	const logs = iterationDirectory(paths, iteration);
	const disputed = state.blocked.filter(({ test }) => test !== null);
	const general = state.blocked.filter(({ test }) => test === null);
	return [
		`# Hand-off: ${oneLine(spec.task)}`,
		list$1([
			`Ended: ${outcome.kind}, ${oneLine(describeOutcome(outcome))}`,
			`Done means: ${oneLine(spec.done)}`,
			`Where: \`${spec.workspace}\``,
			`Agent: \`${oneLine(describeAgent(spec.agent))}\``,
			`Loop: \`${spec.id}\`, ${iteration} of at most ${spec.limits.iterations} turns`
		]),
		...section$1("What was tried", state.checks.map((check) => tried(state, check))),
		...section$1("What fails now", failingNow(state)),
		...section$1("Tests that the agent disputes", disputed.map(({ test, reason }) => `\`${oneLine(test ?? "")}\`: ${oneLine(reason)}`)),
		...section$1("What the agent says keeps it from going on", general.map(({ reason }) => oneLine(reason))),
		...best ? section$1("Best", [`${best.iteration === 0 ? "Before the first turn" : `Turn ${best.iteration}`}: ${best.failing} failing`]) : [],
		...section$1("Logs of the last turn", [
			"prompt.md",
			"agent.log",
			"verify.log"
		].map((name) => `\`${join(logs, name)}\``))
	].join("\n\n").concat("\n");
}
const list$1 = (items) => items.map((item) => `- ${item}`).join("\n");
const section$1 = (title, items) => items.length === 0 ? [] : [`## ${title}`, list$1(items)];
/** What the turn taught, where that is still known; else what its check said. */
function tried({ reflections }, { iteration, verdict, missing }) {
	if (iteration === 0) return `Before the first turn: ${verdict}${missing === null ? "" : `. ${oneLine(missing)}`}`;
	const lesson = reflections.find((reflection) => reflection.iteration === iteration)?.says;
	return oneLine(lesson ?? `Turn ${iteration}: ${verdict}${missing === null ? "" : `. ${missing}`}`);
}
function failingNow({ failing, missing }) {
	if (!failing || failing.count === 0) return missing === null ? [] : [oneLine(missing)];
	const more = failing.count - failing.ids.length;
	return [...failing.ids.map((id) => `\`${oneLine(id)}\``), ...more > 0 ? [`…and ${more} more`] : []];
}
const oneLine = (text) => {
	const line = text.replaceAll("\n", " ").trim();
	return line.length > LONGEST$1 ? `${line.slice(0, LONGEST$1)}…` : line;
};
//#endregion
//#region src/store/pulse.ts
/**
* Where a running loop stands, for those who look. A file of its own, without a lock and without waiting for the disk: the
* journal has it all, and a pulse that a power cut took is that of a process that is gone.
*/
const writePulse = (disk, paths, entry) => replaceFile(disk, paths.pulse, JSON.stringify(entry));
//#endregion
//#region src/host/mutex.ts
const PATIENCE_MS = 15e3;
const KEPT_TURNS = 16;
/**
* Runs `work` while no other process runs theirs in the same directory.
*
* Each turn has a number, and its file is made with `link`, which only one racer can win. A turn is over when it is marked
* free or its holder is dead. A dead holder is succeeded by the next number, never by removing its file: removing is where
* two successors of one dead holder would end up both inside.
*/
async function exclusively(place, work) {
	const turn = await take(place);
	try {
		return await work();
	} finally {
		await place.disk.write(freeMark(place, turn), "").catch(() => {});
		await prune(place, turn - KEPT_TURNS);
	}
}
async function take(place) {
	const { disk, directory, self } = place;
	await disk.makeDirectory(directory);
	const ticket = join(directory, `ticket-${self.pid}-${randomBytes(4).toString("hex")}`);
	await disk.write(ticket, JSON.stringify(self));
	try {
		const deadline = performance.now() + PATIENCE_MS;
		while (performance.now() < deadline) {
			const turn = await tryTake(place, ticket);
			if (turn !== null) return turn;
			await setTimeout(2 + Math.random() * 8);
		}
	} finally {
		await disk.remove(ticket);
	}
	throw new UsageError("storage", `${directory} is locked for too long.`, "See which agent-loop process hangs, and end it.");
}
async function tryTake(place, ticket) {
	const last = await lastTurn(place);
	if (last > 0 && !await isOver(place, last)) return null;
	const mine = last + 1;
	if (!await place.disk.link(ticket, turnFile(place, mine))) return null;
	if (await lastTurn(place) === mine) return mine;
	await place.disk.write(freeMark(place, mine), "");
	return null;
}
async function lastTurn({ disk, directory }) {
	const numbers = (await disk.list(directory)).filter((name) => name.startsWith("turn-")).map((name) => Number(name.slice(5)));
	return Math.max(0, ...numbers);
}
async function isOver(place, turn) {
	const { disk } = place;
	if (await disk.read(freeMark(place, turn)) !== null) return true;
	const holder = await disk.read(turnFile(place, turn));
	if (holder === null) return true;
	try {
		return !isAlive(JSON.parse(holder));
	} catch {
		return true;
	}
}
async function prune(place, upTo) {
	for (let turn = upTo; turn > 0; turn--) {
		if (await place.disk.read(turnFile(place, turn)) === null) return;
		await place.disk.remove(turnFile(place, turn));
		await place.disk.remove(freeMark(place, turn));
	}
}
const turnFile = ({ directory }, turn) => join(directory, `turn-${turn}`);
const freeMark = ({ directory }, turn) => join(directory, `free-${turn}`);
//#endregion
//#region src/store/registry-document.ts
const REGISTRY_VERSION = "2.0.0";
const MAX_CONCURRENT_LOOPS = 4;
const RECENT_KEPT = 20;
const emptyRegistry = (at) => ({
	version: REGISTRY_VERSION,
	max_concurrent_loops: MAX_CONCURRENT_LOOPS,
	updated_at: at,
	active_loops: [],
	recent_loops: [],
	totals: {
		started: 0,
		verified: 0,
		ended: 0
	}
});
/** Puts a loop where its status belongs: among the active ones, or, once it has ended, among the recent. Twice is as once. */
function withEntry(registry, entry) {
	const isOther = ({ loop_id }) => loop_id !== entry.loop_id;
	const wasEnded = !registry.recent_loops.every(isOther);
	const isNew = !wasEnded && registry.active_loops.every(isOther);
	const open = isOpen(entry.status);
	const ends = !open && !wasEnded;
	const { totals } = registry;
	const others = {
		active: registry.active_loops.filter(isOther),
		recent: registry.recent_loops.filter(isOther)
	};
	return {
		...registry,
		updated_at: entry.last_active,
		active_loops: open ? [...others.active, entry] : others.active,
		recent_loops: open ? others.recent : [entry, ...others.recent].slice(0, RECENT_KEPT),
		totals: {
			started: totals.started + (isNew ? 1 : 0),
			ended: totals.ended + (ends ? 1 : open && wasEnded ? -1 : 0),
			verified: totals.verified + (ends && entry.status === "verified" ? 1 : 0)
		}
	};
}
//#endregion
//#region src/store/registry.ts
/** Writes one loop's line. Several processes may want to at once, so the file is read and written under a lock. */
async function putEntry(place, entry) {
	const { disk, layout, self } = place;
	return exclusively({
		disk,
		directory: layout.registryLock,
		self
	}, async () => {
		const before = await readRegistry(disk, layout.registry) ?? emptyRegistry(entry.last_active);
		refuseNewer(before, layout.registry);
		const after = withEntry(before, entry);
		await writeDurably(disk, layout.registry, formatJson(after));
		return after;
	});
}
function refuseNewer(registry, path) {
	const [theirs, ours] = [registry.version, REGISTRY_VERSION].map((version) => Number.parseInt(version, 10));
	if (theirs === ours) return;
	throw new UsageError("state-corrupt", `${path} is of version ${registry.version}; this program writes ${REGISTRY_VERSION}.`, "Use the newer agent-loop that wrote it.");
}
//#endregion
//#region src/store/state-document.ts
/** `state.json`: where a loop stands, in the spelling that other programs read. */
function stateDocument({ spec, ...state }) {
	return {
		version: "1.0.0",
		loop_id: spec.id,
		task: spec.task,
		status: state.outcome?.kind ?? "running",
		phase: state.phase,
		iteration: state.iteration,
		max_iterations: spec.limits.iterations,
		completion_criteria: spec.done,
		agent: describeAgent(spec.agent),
		working_directory: spec.workspace,
		started_at: spec.startedAt,
		last_active: state.lastActive,
		spent: spentDocument(state.spent),
		missing: state.missing,
		checks: state.checks.map(({ iteration, verdict, turnEnded }) => ({
			iteration,
			verdict,
			turn_ended: turnEnded
		})),
		outcome: state.outcome && {
			exit_code: exitCodeOf(state.outcome),
			message: describeOutcome(state.outcome)
		}
	};
}
/** What was used so far, as programs read it. Sums of which a part is unknown are told as null, for they are no sums. */
const spentDocument = ({ ms, tokens, usd, untold }) => ({
	ms: Math.round(ms),
	tokens: untold.tokens ? null : tokens,
	usd: untold.usd ? null : usd
});
//#endregion
//#region src/store/registry-entry.ts
const MISSING_LENGTH = 200;
/** A loop's line of the registry. */
function entryFor({ spec, ...state }, self, paths) {
	return {
		loop_id: spec.id,
		task: spec.task,
		status: state.outcome?.kind ?? "running",
		iteration: state.iteration,
		max_iterations: spec.limits.iterations,
		completion_criteria: spec.done,
		started_at: spec.startedAt,
		last_active: state.lastActive,
		pid: self.pid,
		owner: {
			kind: "foreground",
			started: self.started,
			boot: self.boot
		},
		working_directory: spec.workspace,
		state_file: paths.viewState,
		verdict: state.checks.at(-1)?.verdict ?? null,
		missing: state.missing === null ? null : (state.missing.split("\n")[0] ?? "").slice(0, MISSING_LENGTH),
		failing: state.failing?.ids ?? [],
		spent: spentDocument(state.spent),
		ended: state.outcome && describeOutcome(state.outcome)
	};
}
//#endregion
//#region src/std/duration.ts
/** The shortest form a person would write: "850ms", "8.4s", "1m30s", "2h". */
function formatDuration(ms) {
	if (ms < 1e3) return `${Math.round(ms)}ms`;
	const seconds = Math.round(ms / 100) / 10;
	if (seconds < 60) return `${seconds}s`;
	const whole = Math.round(ms / 1e3);
	return [
		[Math.floor(whole / 3600), "h"],
		[Math.floor(whole % 3600 / 60), "m"],
		[whole % 60, "s"]
	].filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`).join("");
}
//#endregion
//#region src/store/progress.ts
/** `progress.md`: the same as `state.json`, for people. Words of others stand as code, so that nothing in them is markup. */
function progressMarkdown(state, findings) {
	const { spec, checks, best, blocked } = state;
	return [
		`# ${spec.id}`,
		list([
			`Task: ${code(spec.task)}`,
			`Done means: ${code(spec.done)}`,
			`Agent: ${code(describeAgent(spec.agent))}`,
			`Status: ${state.outcome?.kind ?? "running"}`,
			`Turns: ${state.iteration} of at most ${spec.limits.iterations}`,
			`Time spent: ${formatDuration(state.spent.ms)} of at most ${formatDuration(spec.limits.totalMs)}`,
			...best === null ? [] : [`Best so far: ${bestWords(best)}`]
		]),
		...section("Why this criterion", spec.rationale.map(code)),
		...section("What happened", checks.length === 0 ? ["Nothing yet"] : checks.map(line)),
		...section("What the gate found", findings.map(({ iteration, says }) => `${when(iteration)}: ${code(says)}`)),
		...section("What the agent disputes", blocked.map(({ test, reason }) => `${test === null ? "The task" : code(test)}: ${code(reason)}`)),
		...ending(state)
	].join("\n\n").concat("\n");
}
const bestWords = ({ iteration, failing }) => `${iteration === 0 ? "before the first turn" : `turn ${iteration}`}, ${failing === 0 ? "nothing" : failing} failing`;
const when = (iteration) => iteration === 0 ? "Before the first turn" : `Turn ${iteration}`;
function line({ iteration, verdict, missing, turnEnded }) {
	const turn = iteration === 0 ? "" : ` (${turnEnded ?? "no turn"})`;
	return `${when(iteration)}${turn}: ${verdict}${missing === null ? "" : `, ${code(missing)}`}`;
}
function ending({ spec, outcome }) {
	if (outcome === null) return [];
	const next = NEXT[outcome.kind] ?? [];
	const commands = [`agent-loop status ${spec.id}`, ...next].map((command) => `Next: ${code(command)}`);
	return section("How it ended", [`${outcome.kind}: ${code(describeOutcome(outcome))}`, ...commands]);
}
const NEXT = {
	verified: ["git diff", "agent-loop reflections"],
	limit_reached: ["agent-loop run --help", "agent-loop reflections patterns"],
	stuck: ["agent-loop reflections patterns"],
	gate_broken: ["agent-loop verify --help"]
};
const section = (title, lines) => lines.length === 0 ? [] : [`## ${title}`, list(lines)];
const list = (lines) => lines.map((text) => `- ${text}`).join("\n");
const LONGEST = 160;
/** Text of others on one line, between more backticks than it has in a row itself. */
function code(text) {
	const [first = ""] = text.trim().split("\n");
	const flat = first.replace(/\s+/g, " ").trim();
	const short = flat.length > LONGEST ? `${flat.slice(0, LONGEST).trimEnd()}…` : flat;
	const longest = Math.max(0, ...(short.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = "`".repeat(longest + 1);
	const room = short.startsWith("`") || short.endsWith("`") ? " " : "";
	return short === "" ? "(nothing)" : `${fence}${room}${short}${room}${fence}`;
}
//#endregion
//#region src/store/view.ts
function viewOf(disk, layout, paths) {
	const put = changedFiles(disk);
	return { async show(state, chronicle, registry) {
		if (!await disk.exists(state.spec.tree)) throw new Error(`${state.spec.tree} is gone`);
		if (state.phase !== "in-turn" && state.phase !== "closing") await furnish(disk, layout, paths);
		const last = state.outcome !== null;
		await Promise.all([
			put(paths.viewState, formatJson(stateDocument(state)), last),
			put(paths.viewProgress, progressMarkdown(state, chronicle.findings), last),
			put(join(layout.view, "registry.json"), formatJson(registry), last)
		]);
	} };
}
/** Writes only what is not there as it should be. Nobody waits for the disk but at the end: the next save makes it again. */
function changedFiles(disk) {
	const written = /* @__PURE__ */ new Map();
	return async (path, text, durably) => {
		const known = written.get(path);
		if (known?.text === text && known.stamp !== null && known.stamp === await disk.stamp(path)) return;
		await (durably ? writeDurably : replaceFile)(disk, path, text).catch(async () => {
			await disk.makeDirectory(dirname(path));
			await replaceFile(disk, path, text);
		});
		written.set(path, {
			text,
			stamp: await disk.stamp(path)
		});
	};
}
async function furnish(disk, layout, paths) {
	await disk.makeDirectory(paths.viewDirectory);
	await ignoreOurselves(disk, layout);
	for (const [path, target] of paths.viewLinks) await disk.symlink(target, path);
}
const OURS = new Set([
	"registry.json",
	"loops",
	"archive",
	"reflections"
]);
/** Hides the view from git, but never a folder in which others keep files too. */
async function ignoreOurselves(disk, layout) {
	const names = await disk.list(layout.view);
	if (names.includes(".gitignore") || !names.every((name) => OURS.has(name))) return;
	await replaceFile(disk, join(layout.view, ".gitignore"), "*\n");
}
//#endregion
//#region src/store/project.ts
/** The folders that links of the view lead to must be there: a link that leads nowhere trips whoever walks the project. */
async function furnishStore(disk, layout, paths) {
	for (const folder of [
		paths.checkpoints,
		paths.analytics,
		paths.iterations,
		layout.archive
	]) await makeDirectoryDurably(disk, folder);
}
function projectOf(layout, ports, paths) {
	const { disk, self } = ports;
	const view = viewOf(ports.viewDisk, layout, paths);
	const registryNow = registryReader(disk, layout);
	let [listed, shown] = [false, null];
	const enlist = async (entry) => {
		if (!isOpen(entry.status)) await archiveLoop(disk, layout, entry);
		if (listed && entry.status === "running") return await writePulse(disk, paths, entry);
		await putEntry({
			disk,
			layout,
			self
		}, entry);
		if (isOpen(entry.status)) await unarchiveLoop(disk, layout, entry.loop_id);
		await disk.remove(paths.pulse);
		listed = true;
	};
	return { async follow(state, chronicle, events) {
		if (isClosed(state)) await writeCheckpoint(disk, paths, state, events);
		if (chronicle.analytics !== shown) await (state.outcome ? writeDurably : replaceFile)(disk, analyticsFile(paths), analyticsText(chronicle.analytics));
		shown = chronicle.analytics;
		const handOff = handOffMarkdown(state, paths);
		if (handOff !== null) await writeDurably(disk, paths.handOff, handOff);
		const entry = entryFor(state, self, paths);
		await enlist(entry);
		try {
			await view.show(state, chronicle, await registryNow(entry));
			if (handOff !== null) await replaceFile(ports.viewDisk, paths.viewHandOff, handOff);
		} catch (error) {
			ports.onViewTrouble(error instanceof Error ? error.message : String(error));
		}
	} };
}
/** The state after an iteration, and not one from the middle of the next. */
const isClosed = ({ phase, iteration, checks }) => iteration > 0 && (phase === "ready" || phase === "ended") && checks.at(-1)?.iteration === iteration;
/** The registry with every running loop as it is now; read again only when somebody wrote it. */
function registryReader(disk, layout) {
	let known = null;
	return async (own) => {
		const stamp = await disk.stamp(layout.registry);
		if (known === null || known.stamp !== stamp) known = {
			stamp,
			registry: await readRegistry(disk, layout.registry) ?? emptyRegistry(own.last_active)
		};
		const { registry } = known;
		const active = await Promise.all(registry.active_loops.map((entry) => entry.loop_id === own.loop_id ? own : freshEntry(disk, layout, entry)));
		return withEntry({
			...registry,
			active_loops: active
		}, own);
	};
}
//#endregion
//#region src/store/store.ts
function openStore(layout, ports) {
	const { disk } = ports;
	return {
		async create(spec) {
			const paths = loopPaths(layout, spec.id);
			if (await disk.read(paths.journal) !== null) throw new UsageError("bad-arguments", `There is a loop ${spec.id} already.`, "Choose another --loop-id, or leave it out.");
			const state = newLoop(spec);
			const first = {
				kind: "loop-start",
				loop: spec.id,
				at: spec.startedAt,
				spec
			};
			return await held({
				layout,
				ports,
				paths,
				journal: await createJournal(disk, paths.journal, first),
				state,
				events: [first]
			});
		},
		async open(id) {
			const paths = loopPaths(layout, id);
			const read = await openJournal(disk, paths.journal).catch((error) => withWayBack(error, ports, paths));
			const state = read && fold(read.events);
			if (!read || !state) return null;
			await newestCheckpoint(disk, paths, ports.warn);
			return await held({
				layout,
				ports,
				paths,
				journal: read.journal,
				state,
				events: read.events
			});
		}
	};
}
/** A damaged journal is not gone on from; but what is known of the loop is named. */
async function withWayBack(error, { disk, warn }, paths) {
	if (!isUsageError(error)) throw error;
	const iteration = await newestCheckpoint(disk, paths, warn);
	if (iteration === null) throw error;
	const hint = `${error.hint} The state after turn ${iteration} is whole: ${checkpointFile(paths, iteration)}`;
	throw new UsageError(error.code, error.message, hint, error);
}
/** Whoever held the loop before may have died between its journal and all that is made from it, so that is made first. */
async function held({ layout, ports, paths, journal, state, events }) {
	const { disk } = ports;
	await furnishStore(disk, layout, paths);
	const project = projectOf(layout, ports, paths);
	let chronicle = events.reduce(record, emptyChronicle(state.spec.id));
	let count = events.length;
	await project.follow(state, chronicle, count);
	return {
		...files(ports, paths),
		state,
		intact: journal.intact,
		journalHead: journal.head,
		history: async () => (await readJournal(disk, paths.journal))?.events ?? [],
		async save(events, state) {
			await journal.append(events);
			chronicle = events.reduce(record, chronicle);
			count += events.length;
			await project.follow(state, chronicle, count);
		}
	};
}
function files(ports, paths) {
	return {
		async keepPrompt(iteration, prompt) {
			const path = join(iterationDirectory(paths, iteration), "prompt.md");
			await ports.disk.makeDirectory(iterationDirectory(paths, iteration));
			await replaceFile(ports.disk, path, prompt);
			return path;
		},
		baselineFolder: paths.baseline,
		inbox: (iteration) => join(iterationDirectory(paths, iteration), "inbox"),
		async keepProposal(yaml) {
			await writeDurably(ports.disk, paths.proposal, yaml);
			await writeDurably(ports.viewDisk, join(paths.viewDirectory, "inferred-completion.yaml"), yaml).catch((error) => ports.onViewTrouble(String(error)));
		},
		async keepReceipt(receipt) {
			await writeDurably(ports.disk, paths.receipt, receipt);
			await writeDurably(ports.viewDisk, paths.viewReceipt, receipt).catch((error) => ports.onViewTrouble(String(error)));
			return paths.receipt;
		},
		logPath: (iteration, name) => join(iterationDirectory(paths, iteration), name)
	};
}
//#endregion
//#region test/rig/loop-parts.ts
/** A loop that never touches the machine: for tests of the core and of storage. */
const specWith = (limits = {}) => ({
	id: "ralph-a-task-00000001",
	task: "a task",
	tree: "/tree",
	workspace: "/tree",
	done: "check",
	check: {
		kind: "criterion",
		criterion: {
			kind: "exit_code",
			command: "check",
			expect: 0,
			said: "check"
		}
	},
	expectNow: "failing",
	taskClass: null,
	rationale: [],
	agent: {
		kind: "command",
		command: "agent"
	},
	otherAgents: [],
	limits: {
		iterations: 5,
		totalMs: 6e4,
		turnMs: 3e4,
		checkMs: 1e4,
		waitMs: 6e4,
		tokens: null,
		usd: null,
		...limits
	},
	strategy: "ralph",
	checkWhen: "every-turn",
	proof: "fast",
	mayChange: [],
	free: [],
	waive: [],
	quarantine: [],
	restore: false,
	judgeCommand: null,
	sandbox: false,
	hooks: {
		postIteration: null,
		onVerified: null
	},
	nonce: "nonce",
	startedAt: "2026-11-15T00:00:00.000Z"
});
//#endregion
//#region bench/save.ts
/** What a loop's own bookkeeping costs an iteration: three saves and a prompt, with twenty failing tests. */
const ROUNDS = 40;
const AT = [
	10,
	1e3,
	5e3
];
const folder = mkdtempSync(join(tmpdir(), "agent-loop-bench-"));
const tree = join(folder, "tree");
mkdirSync(tree);
const self = identityOf(process.pid);
if (!self) throw new Error("no /proc");
const layout = layoutFor(join(folder, "home"), tree, join(tree, ".aiwg/ralph"));
const complain = (message) => console.error(message);
const ports = {
	disk: nodeDisk("private"),
	viewDisk: nodeDisk("shared"),
	self,
	onViewTrouble: complain,
	warn: complain
};
const spec = {
	...specWith({ iterations: 1e4 }),
	tree,
	workspace: tree
};
const loop = await openStore(layout, ports).create(spec);
let state = loop.state;
const at = spec.startedAt;
const common = {
	loop: spec.id,
	at
};
const failing = Array.from({ length: 20 }, (_, index) => `src/module/some-file.test.ts::group > behaves well #${index}`);
const missing = Array.from({ length: 55 }, (_, index) => `line ${index} of what an agent is told about its failures`).join("\n");
const facts = {
	verdict: "not_yet",
	missing,
	evidence: [{
		command: "npm test",
		verified: false,
		exit_code: 1,
		error: null,
		may_be_brought: false,
		closed: true,
		duration_ms: 900,
		tests: {
			passed: 80,
			failed: 20,
			skipped: 0,
			total: 100
		},
		failing,
		failing_count: 20,
		executed: null,
		measured: null
	}],
	findings: [],
	proof: null,
	duration_ms: 900
};
const commit = async (event) => {
	state = apply(state, event);
	await loop.save([event], state);
};
async function iterate(iteration) {
	const began = performance.now();
	await commit({
		kind: "turn-start",
		...common,
		iteration
	});
	await loop.keepPrompt(iteration, missing);
	await commit({
		kind: "turn-end",
		...common,
		iteration,
		agent: "agent",
		ended: "claims-done",
		claims_done: true,
		exit_code: 0,
		error: null,
		answer: missing,
		tree: `${iteration}`,
		tree_changed: true,
		duration_ms: 1,
		session: null,
		usage: {
			tokens: 100,
			usd: .01
		},
		retry_after_ms: null,
		tools: [],
		blocked: []
	});
	await commit({
		kind: "check-end",
		...common,
		iteration,
		...facts,
		missing_key: `${iteration}`
	});
	return performance.now() - began;
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
await commit({
	kind: "baseline-end",
	...common,
	...facts,
	missing_key: "0",
	tree: "0",
	sealed: null
});
const times = [];
for (let iteration = 1; iteration <= Math.max(...AT) + ROUNDS; iteration++) times.push(await iterate(iteration));
for (const from of AT) console.log(`iteration ${from}: ${median(times.slice(from, from + ROUNDS)).toFixed(1)} ms of our own`);
console.log(`checkpoints kept: ${readdirSync(loopPaths(layout, spec.id).checkpoints).length}`);
rmSync(folder, {
	recursive: true,
	force: true
});
//#endregion
export {};
