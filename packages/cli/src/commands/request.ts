import type { Purveyor } from '@purveyor/client'
import type { Command, Context, Input, Option } from '../command.ts'
import { anonymousClient } from '../config/client.ts'
import { defaultUrl, normalizeUrl } from '../config/connection.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { showAllPages } from '../request/all-pages.ts'
import { readRequest } from '../request/read-request.ts'
import { saveBody, showBody, showHead } from '../request/show-response.ts'

/** Returns the client of the profile, or one without a token for the paths that need none. */
async function openClient(context: Context): Promise<{ client: Purveyor; url: string }> {
  try {
    const [client, { url }] = await Promise.all([context.client(), context.connection()])
    return { client, url }
  } catch (error) {
    if (!(error instanceof CommandError && error.code === 'NOT_SIGNED_IN')) throw error
    const stored = (await context.store.find(context.profile))?.url
    const url = normalizeUrl(context.url ?? stored ?? defaultUrl)
    return { client: await anonymousClient(url), url }
  }
}

async function send(method: string, context: Context, input: Input): Promise<ExitCode> {
  const { client, url } = await openClient(context)
  const { path, ...request } = await readRequest(context, input, url)
  if (input.values.all) {
    await showAllPages(context, client, { path, ...request })
    return exitCodes.done
  }
  const response = await client.request(method, path, { ...request, as: 'response', signal: context.signal })
  if (input.values.include) showHead(context, response)
  const { output } = input.values
  if (typeof output === 'string') await saveBody(context, response, output)
  else await showBody(context, response)
  return exitCodes.done
}

const common: Record<string, Option> = {
  query: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'A query parameter. Repeat the option for more.'
  },
  header: {
    type: 'string',
    multiple: true,
    value: "'NAME: VALUE'",
    help: "A header, such as 'Accept: text/csv'. Repeat the option for more."
  },
  output: { type: 'string', value: 'FILE', help: 'Save the response in a file.' },
  include: { type: 'boolean', help: 'Show the status and the headers of the response on stderr.' }
}

const ifMatch: Option = {
  type: 'string',
  value: 'ETAG',
  help: 'Change the resource only if it still has this ETag.'
}

const writing: Record<string, Option> = {
  data: {
    type: 'string',
    value: 'DATA',
    help: 'The body: JSON, @FILE for the content of a file, or - for stdin.'
  },
  form: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'A field of a form (multipart/form-data). NAME=@FILE sends a file. Repeat the option for more.'
  },
  'if-match': ifMatch,
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    help: 'The key of the request. Without it, the command generates one and uses it for its retries.'
  }
}

const description =
  'Sends a request to a path of the API, with or without /api/v1. JSON is shown with indentation on a ' +
  'terminal; elsewhere, the response is written as it was received. Lost connections and busy services are ' +
  'retried if that is safe. An error response is shown on stderr, and the exit code is not 0.'

type Method = Pick<Command, 'name' | 'summary' | 'usage' | 'options' | 'examples'>

function requestCommand({ options, ...method }: Method, more = ''): Command {
  return {
    ...method,
    description: description + more,
    options: { ...options, ...common },
    arguments: { min: 1, max: 1 },
    run: (context, input) => send(method.name.toUpperCase(), context, input)
  }
}

export const get = requestCommand(
  {
    name: 'get',
    summary: 'Read any path of the API',
    usage: 'PATH [--query NAME=VALUE …] [--all] [--output FILE]',
    options: {
      all: { type: 'boolean', help: 'Read all pages of a list, and write each row as a line of NDJSON.' }
    },
    examples: [
      {
        command: 'purveyor get /vendor/products --query status=PUBLISHED',
        text: 'List the published products:'
      },
      {
        command: 'purveyor get /vendor/products --all > products.ndjson',
        text: 'Save all products as NDJSON:'
      },
      {
        command:
          'purveyor get /vendor/orders/019b1d81-1f00-7685-8684-567946cdd4f3/packing-slip --output slip.pdf',
        text: 'Save a packing slip:'
      }
    ]
  },
  '\n\nWith `--all`, the command reads a list page by page and writes each row as soon as it is read.'
)

export const post = requestCommand({
  name: 'post',
  summary: 'Send a POST request',
  usage: 'PATH [--data DATA | --form NAME=VALUE …]',
  options: writing,
  examples: [
    {
      command: `purveyor post /vendor/me/shipping-methods --data '{ "name": "Pick up" }'`,
      text: 'Create a shipping method:'
    },
    {
      command:
        'purveyor post /vendor/products/019b1d81-1f00-7685-8684-567946cdd4f3/images --form file=@front.jpg',
      text: 'Add an image to a product:'
    }
  ]
})

export const patch = requestCommand({
  name: 'patch',
  summary: 'Send a PATCH request',
  usage: 'PATH --data DATA [--if-match ETAG]',
  options: writing,
  examples: [
    {
      command: `purveyor patch /vendor/me/profile --data '{ "leadTime": 3 }'`,
      text: 'Change the lead time of your vendor:'
    }
  ]
})

export const put = requestCommand({
  name: 'put',
  summary: 'Send a PUT request',
  usage: 'PATH [--data DATA | --form NAME=VALUE …]',
  options: writing,
  examples: [
    {
      command:
        'purveyor put /vendor/products/019b1d81-1f00-7685-8684-567946cdd4f3/images --form images=@front.jpg --form images=@back.jpg',
      text: 'Replace the images of a product:'
    }
  ]
})

export const del = requestCommand({
  name: 'delete',
  summary: 'Send a DELETE request',
  usage: 'PATH [--if-match ETAG]',
  options: { 'if-match': ifMatch },
  examples: [
    {
      command: 'purveyor delete /vendor/me/shipping-methods/019b1d81-1f00-7685-8684-567946cdd4f3',
      text: 'Delete a shipping method:'
    }
  ]
})
