export type ProposalAnswer =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'edit'; readonly text: string }

/** The one question that a loop ever asks. Leaving it is a no. */
export async function askAboutProposal(criterion: string): Promise<ProposalAnswer> {
  const { isCancel, text } = await import('@clack/prompts')
  // A terminal that does not know its size would get its question one letter a line.
  if (!process.stdout.columns) process.stdout.columns = 80
  const answer = await text({
    message: 'Proceed with this criterion? [Y/n/edit]',
    defaultValue: 'y',
    placeholder: 'Y',
    validate: word => (/^(|y|yes|n|no|e|edit)$/i.test((word ?? '').trim()) ? undefined : 'Y, n or edit'),
  })
  if (isCancel(answer) || /^n/i.test(answer.trim())) return { kind: 'no' }
  if (!/^e/i.test(answer.trim())) return { kind: 'yes' }
  const edited = await text({ message: 'Criterion', initialValue: criterion })
  return isCancel(edited) ? { kind: 'no' } : { kind: 'edit', text: edited }
}

/** For what cannot be undone. Leaving it is a no. */
export async function confirmed(message: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message, initialValue: false })) === true
}
