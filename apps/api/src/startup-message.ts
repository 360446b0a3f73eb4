import type { WebConsole } from './console/web-console.ts'

/**
 * Returns the text that `npm start` prints once the service is running. `hasDemoMail` is true if the demo shows the mails
 * that it would send.
 */
export function startupMessage(
  url: string,
  webConsole: Pick<WebConsole, 'state'> | undefined,
  { hasDemoMail = false }: { hasDemoMail?: boolean } = {}
): string {
  const lines = [
    ...(webConsole ? [`Console    ${url}/`] : []),
    `API        ${url}/api/v1`,
    `Docs       ${url}/docs`,
    ...(hasDemoMail ? [`Mails      ${url}/dev/mail`] : [])
  ]
  const note =
    webConsole?.state === 'building' ? '\nThe console is being built. Its page opens when it is ready.\n' : ''
  return `\nPurveyor is running.\n\n${lines.map((line) => `  ${line}\n`).join('')}${note}`
}
