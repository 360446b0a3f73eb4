import { markdownUrlOf, urlOf } from '../page.ts'
import type { Operation } from './document.ts'

/**
 * Returns a paragraph of Markdown that says where the values come from that the samples of a page expect:
 * `API`, `SERVICE`, `TOKEN` and `purveyor`. Its links lead to HTML pages or to Markdown pages.
 */
export function samplesNote(operations: readonly Operation[], format: 'html' | 'markdown'): string {
  const url = format === 'html' ? urlOf : markdownUrlOf
  const isApi = operations.some(({ path }) => path.startsWith('/api/v1/'))
  const address = isApi
    ? '`API` is the address of the API, such as `http://127.0.0.1:3000/api/v1`.'
    : '`SERVICE` is the address of the service, such as `http://127.0.0.1:3000`.'
  const secured = operations.filter(({ security }) => security)
  const isOperators = secured.some(({ path }) => path.startsWith('/api/v1/platform/'))
  const created = isOperators
    ? `${url('api/operator-people')}#create-platform-api-token`
    : `${url('guides/team')}#create-an-api-token`
  const token =
    `\`TOKEN\` is an [API token](${created}) or the \`access_token\` of a [sign-in](${url('guides/sign-in')})` +
    `${isOperators ? ' of the operator' : ''}.`
  const client = `\`purveyor\` is a [client](${url('guides/typescript-client')}).`
  return [
    'In the samples,',
    address,
    ...(secured.length > 0 ? [token] : []),
    ...(isApi ? [client] : [])
  ].join(' ')
}
