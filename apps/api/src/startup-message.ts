import type { WebConsole } from './console/web-console.ts'

/**
 * Returns the text that `npm start` prints once the service is running. `hasDemoMail` is true if the demo shows the mails
 * that it would send, `needsOperator` if no one can sign in as an operator yet.
 */
export function startupMessage(
  url: string,
  webConsole: Pick<WebConsole, 'state'> | undefined,
  { hasDemoMail = false, needsOperator = false }: { hasDemoMail?: boolean; needsOperator?: boolean } = {}
): string {
  const lines = [
    ...(webConsole ? [`Console    ${url}/`] : []),
    `API        ${url}/api/v1`,
    `Docs       ${url}/docs`,
    ...(hasDemoMail ? [`Mails      ${url}/dev/mail`] : [])
  ]
  const note =
    webConsole?.state === 'building' ? '\nThe console is being built. Its page opens when it is ready.\n' : ''
  const first = needsOperator
    ? '\nCreate the first operator with: npm run operator -- create --email you@example.com\n'
    : ''
  return `\nPurveyor is running.\n\n${lines.map((line) => `  ${line}\n`).join('')}${first}${note}`
}
