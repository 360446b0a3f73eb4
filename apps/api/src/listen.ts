import { choosePort } from './choose-port.ts'
import type { Config } from './config.ts'
import type { Api } from './deps.ts'
import { StartError } from './start-error.ts'

type Listening = { app: Api; url: string }

/**
 * Listens on PORT, or on a free port if PORT isn't set. If another process takes the free port first, tries
 * again with another free port.
 */
export async function listen(
  config: Config,
  build: (url: string) => Promise<Api>,
  attempts = 5
): Promise<Listening> {
  const { port: wanted, host } = config
  const port = await choosePort({ port: wanted, host })
  const url = publicUrl(config, port)
  const app = await build(url)
  try {
    await app.listen({ port, host })
    return { app, url }
  } catch (error) {
    await app.close()
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE')
      throw new StartError(`The service cannot listen on ${host}:${port}: ${message}`)
    if (!wanted && attempts > 1) return listen(config, build, attempts - 1)
    throw new StartError(`Port ${port} on ${host} is in use. Set PORT to another port.`)
  }
}

function publicUrl({ publicUrl, host }: Config, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `http://${name}:${port}`
}
