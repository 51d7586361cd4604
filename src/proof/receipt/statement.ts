import * as z from 'zod/mini'
import { checkConfigSchema } from '../../check/completion/config.ts'
import { findingSchema } from '../finding.ts'
import { proofSchema, sealedSchema } from '../gate.ts'
import { CHECK_VERDICTS } from '../verdict.ts'
import { waiverSchema } from '../waiver.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1'

const gitId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
const sha256Id = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const texts = z.readonly(z.array(z.string()))
const counts = z.readonly(z.strictObject({ passed: z.int(), failed: z.int(), skipped: z.int(), total: z.int() }))

/** One run that the result is based on. */
const runSchema = z.readonly(
  z.strictObject({
    command: z.string(),
    verified: z.boolean(),
    exit_code: z.nullable(z.int()),
    tests: z.nullable(counts),
    /** The number of tests that ran and the digest of their ids; null when no runner reported them. */
    executed: z.nullable(z.readonly(z.strictObject({ count: z.int(), digest: sha256Id }))),
    measured: z.nullable(z.number()),
    duration_ms: z.number(),
  }),
)

const gateRunSchema = z.readonly(
  z.strictObject({
    iteration: z.int(),
    at: z.string(),
    verdict: z.enum(CHECK_VERDICTS),
    failing: z.int(),
    tests: z.nullable(z.int()),
    findings: texts,
  }),
)

/** Facts beyond the fields of a test result. */
const factsSchema = z.readonly(
  z.strictObject({
    version: z.literal(1),
    loop: z.readonly(
      z.strictObject({
        id: z.string(),
        task: z.string(),
        status: z.enum(['verified', 'claimed']),
        reason: z.string(),
        iterations: z.int(),
        started_at: z.string(),
        finished_at: z.string(),
      }),
    ),
    /** False: the agent's claim was configured to be enough, and nothing was checked. */
    checked: z.boolean(),
    criterion: z.readonly(z.strictObject({ words: z.string(), check: z.nullable(checkConfigSchema), commands: texts })),
    runs: z.readonly(z.array(runSchema)),
    proof: z.nullable(proofSchema),
    findings: z.readonly(z.array(findingSchema)),
    waivers: z.readonly(z.array(waiverSchema)),
    /** What was decided after the first turn had begun; absent when nothing was. */
    approval: z.optional(
      z.readonly(
        z.strictObject({
          waivers: texts,
          raised_limits: texts,
          /** The agent could have given the same answers as a person. `outside-sandbox` is in older receipts and shows no more. */
          person: z.enum(['not-authenticated', 'outside-sandbox']),
        }),
      ),
    ),
    /** Tests that may fail and files that may change, as a person allowed. */
    quarantine: texts,
    may_change: texts,
    seal: z.nullable(sealedSchema),
    tree: z.readonly(
      z.strictObject({
        /** The working directory of the commands, relative to the root of the tree. */
        workspace: z.string(),
        /** The commit of HEAD. The checked files may differ from it. */
        head: z.nullable(gitId),
      }),
    ),
    /** The commits that were proven without an agent, and who wrote the task; absent for a loop. `head` is null for a working tree. */
    proves: z.optional(
      z.readonly(
        z.strictObject({
          base: gitId,
          head: z.nullable(gitId),
          taskFrom: z.enum(['person', 'commits', 'nobody']),
        }),
      ),
    ),
    /** Every check of the loop, so that flaky results are visible: all of them, or the latest of `total`. */
    gate_runs: z.readonly(z.strictObject({ total: z.int(), runs: z.readonly(z.array(gateRunSchema)) })),
    /** The journal at the end of the loop: the number of events, and the hash for the next one. */
    journal: z.readonly(z.strictObject({ events: z.int(), head: sha256Id })),
    tools: z.readonly(
      z.strictObject({ agent_loop: z.string(), node: z.string(), git: z.nullable(z.string()), platform: z.string() }),
    ),
    key: z.readonly(
      z.strictObject({
        /** SPKI, DER, base64. */
        public: z.string(),
        /** The agent runs as the same user, so it could have read the private key. */
        readable_by_agent: z.literal(true),
      }),
    ),
  }),
)

/** An in-toto statement about a tree: a test result and the facts above. */
export const statementSchema = z.readonly(
  z.strictObject({
    _type: z.literal(STATEMENT_TYPE),
    subject: z.readonly(
      z.tuple([
        z.readonly(
          z.strictObject({
            name: z.string(),
            /** The commit is included only when its tree is this one. */
            digest: z.readonly(z.strictObject({ gitTree: gitId, gitCommit: z.optional(gitId) })),
          }),
        ),
      ]),
    ),
    predicateType: z.literal(PREDICATE_TYPE),
    predicate: z.readonly(
      z.strictObject({
        result: z.enum(['PASSED', 'WARNED']),
        configuration: z.readonly(
          z.array(
            z.readonly(z.strictObject({ name: z.string(), digest: z.readonly(z.strictObject({ sha256: sha256Id })) })),
          ),
        ),
        passedTests: texts,
        warnedTests: texts,
        failedTests: texts,
        agentLoop: factsSchema,
      }),
    ),
  }),
)

export type Statement = z.infer<typeof statementSchema>
export type ReceiptFacts = z.infer<typeof factsSchema>
