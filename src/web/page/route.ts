import { signal } from '@preact/signals'

/** What the page shows. */
export type PageRoute =
  | { readonly view: 'overview' }
  | { readonly view: 'start' }
  | { readonly view: 'plans' }
  | { readonly view: 'loop' | 'plan'; readonly project: string; readonly id: string }

export const route = signal(routeFrom(location.hash))

addEventListener('hashchange', () => {
  route.value = routeFrom(location.hash)
})

function routeFrom(hash: string): PageRoute {
  const [view, project, id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
  if ((view === 'loop' || view === 'plan') && project && id) return { view, project, id }
  return { view: view === 'start' || view === 'plans' ? view : 'overview' }
}

interface LoopNames {
  readonly project: string
  readonly id: string
}

export const linkTo = ({ project, id }: LoopNames): string =>
  `#/loop/${encodeURIComponent(project)}/${encodeURIComponent(id)}`

export const pathOf = ({ project, id }: LoopNames): string =>
  `/api/loops/${encodeURIComponent(project)}/${encodeURIComponent(id)}`

export const linkToPlan = ({ project, id }: LoopNames): string => linkTo({ project, id }).replace('#/loop/', '#/plan/')

export const pathOfPlan = ({ project, id }: LoopNames): string => pathOf({ project, id }).replace('/loops/', '/plans/')
