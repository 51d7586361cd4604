import { clausesOf, isNegated, orderIn } from '../seal/free/clauses.ts'

/** Whether every order of a task removes something or accompanies a removal. "Fix length() and remove `oldSize`" asks for behavior, too. */
export const asksOnlyForRemoval = (task: string): boolean =>
  clausesOf(task).every(clause => {
    const order = orderIn(clause)
    if (order !== null)
      return /^(?:remove|delete|drop|clean up|tidy(?: up)?)$/.test(order.verb) || ACCOMPANIES.test(order.object)
    return isNegated(clause) || ACCOMPANIES.test(clause) || !BEHAVIOR.test(clause)
  })

/** Tests, documents, and code that uses what is removed. */
const ACCOMPANIES =
  /\b(?:tests?|specs?|snapshots?|fixtures?|docs?|documentation|comments?|readme|changelog|change ?log|release notes?|examples?|callers?|call sites?|calls?|uses?|usages?|users?|imports?|references?|everything|major version)\b|\.(?:mdx?|rst|adoc)\b/i

/** Orders without a verb that `orderIn` knows, and wishes. */
const BEHAVIOR =
  /^(?:please |also |now |just )*(?:make|let|return|throw|raise|reject|accept|handle|support|allow|implement|ensure|repair|resolve|treat|print|log|emit|ignore|skip|validate|check|write|create|provide|expose|teach|improve|use \S+ (?:for|as|when))\b|\b(?:should|must|needs? to|has to|have to|ought to)\b(?! (?:also |now |all |both |just |be |go\b|disappear|get ){0,3}(?:removed|deleted|dropped|gone|go\b|disappear|cleaned))/i
