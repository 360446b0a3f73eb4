import type { WebConsole } from './console/web-console.ts'

/** Returns the text that `npm start` prints once the service is running. */
export function startupMessage(url: string, webConsole: Pick<WebConsole, 'state'> | undefined): string {
  const lines = [
    ...(webConsole ? [`Console    ${url}/`] : []),
    `API        ${url}/api/v1`,
    `Docs       ${url}/docs`
  ]
  const note =
    webConsole?.state === 'building' ? '\nThe console is being built. Its page opens when it is ready.\n' : ''
  return `\nPurveyor is running.\n\n${lines.map((line) => `  ${line}\n`).join('')}${note}`
}
