/** Things that make a criterion doubtful although it parses: network, clock, no end. */
export function flagsOf(commands: readonly string[]): string[] {
  return commands.flatMap(command => [
    ...(/\b(curl|wget|ssh|docker|aws|gcloud|kubectl|lychee|npm audit|cargo audit|cargo deny|pip-audit|terraform init|browserstack|saucelabs)\b|https?:\/\//.test(
      command,
    )
      ? [`\`${command}\` needs the network; its answer may change without any change here.`]
      : []),
    ...(/\bdate\b|\$\(date|--since\b|--before\b/.test(command) ? [`\`${command}\` depends on the clock.`] : []),
    ...(/--watch\b|\bserve\b|\bdev\b$/.test(command) ? [`\`${command}\` may never end.`] : []),
  ])
}
