const PATTERN = /^ralph-[a-z0-9]+(-[a-z0-9]+)*-[a-f0-9]{8}$/
const SLUG_LENGTH = 40

/** A valid id is also a safe file name: no separators, no dots, nothing that leaves the directory. */
export const isLoopId = (text: string): boolean => PATTERN.test(text) && text.length <= 100

/** What a person means as an id or a part of one: it begins like an id, or ends with its digits. */
export const looksLikeLoopId = (text: string): boolean => /^ralph-\S+$|^(?:\S+-)?(?=\S*\d)[a-f0-9]{4,8}$/.test(text)

/** `ralph-{slug}-{8 hex}`: the slug is for people, the digits make it unique. */
export const loopIdFor = (task: string, random: string): string => `ralph-${slugOf(task)}-${random.slice(0, 8)}`

/** Whether this loop only verifies a merge: git takes its one turn. A person did not start it. */
export const verifiesMerge = (id: string, agent: string | null): boolean =>
  agent === 'git' && id.startsWith('ralph-merge-')

function slugOf(task: string): string {
  const words = task
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > SLUG_LENGTH) break
    slug = longer
  }
  // A first word that alone is too long is cut; a task without a Latin letter still needs a name.
  return slug || words[0]?.slice(0, SLUG_LENGTH) || 'task'
}
