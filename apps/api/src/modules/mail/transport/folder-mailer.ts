import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../lib/ids.ts'
import type { Mailer } from './mailer.ts'

/** A mail in the folder of the demo. The logo is part of the HTML. */
export type StoredDemoMail = {
  id: string
  at: string
  to: { name: string; address: string }
  subject: string
  messageId: string
  html: string
  text: string
}

const maxMails = 200
const fileForm = /^(?<id>[0-9a-f-]{36})\.json$/

/** Creates a mailer that writes mails as files into a folder, for the demo. The folder has the last 200. */
export function createFolderMailer(folder: string): Mailer {
  return {
    host: 'purveyor.test',
    async send({ messageId, to, subject, html, text, logo }) {
      await mkdir(folder, { recursive: true })
      const id = newId()
      const image = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`
      const mail: StoredDemoMail = {
        ...{ id, at: new Date().toISOString(), to, subject, messageId, text },
        html: image ? html.replaceAll('cid:logo', image) : html
      }
      const path = join(folder, `${id}.json`)
      await writeFile(`${path}.new`, JSON.stringify(mail))
      await rename(`${path}.new`, path)
      const ids = await listIds(folder)
      await Promise.all(ids.slice(maxMails).map((old) => rm(join(folder, `${old}.json`), { force: true })))
    },
    async check() {},
    close() {}
  }
}

/** Reads the mails in a folder, newest first. A folder that doesn't exist has none. */
export async function listDemoMails(folder: string): Promise<StoredDemoMail[]> {
  const mails = await Promise.all((await listIds(folder)).map((id) => findDemoMail(folder, id)))
  return mails.flatMap((mail) => mail ?? [])
}

/** Reads a mail. Returns undefined if there is none with this id. */
export async function findDemoMail(folder: string, id: string): Promise<StoredDemoMail | undefined> {
  if (!fileForm.test(`${id}.json`)) return undefined
  try {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as StoredDemoMail
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the ids of the mails, newest first: ids begin with the time. */
async function listIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => fileForm.exec(name)?.groups?.id ?? [])
    .sort()
    .reverse()
}
