import { addUploads } from '../../assets/uploads.ts'
import { checkUpload, oneImageMs, writeWithFiles } from '../../assets/write-with-files.ts'
import type { Tx } from '../../db/connect.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { platformManage, platformRead } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { type Answer, inTransaction } from '../../http/transaction.ts'
import { changeSettings } from './change-settings.ts'
import { lockSettings, updateLogo } from './queries.ts'
import { readSettings, settingsText } from './read-settings.ts'
import { currencyFaults } from './rules.ts'
import { Settings, SettingsLogoForm, SettingsPatch } from './schema.ts'

/** `/platform/settings`: the marketplace's name, address, currency, unit of weight and logo. */
export async function platformSettingsRoutes(api: Api, { sql, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.platform] }
  const write = { access: platformManage, alsoAnswers: [412] }

  api.get(
    '/platform/settings',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getSettings',
        summary: 'Read the settings',
        description: 'The marketplace as a whole, and an ETag for conditional reads and writes.',
        response: { 200: ref(Settings) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await readSettings(sql, assetOrigin))
  )

  api.patch(
    '/platform/settings',
    {
      config: { ...write, rules: currencyFaults },
      schema: {
        ...tagged,
        operationId: 'updateSettings',
        summary: 'Update the settings',
        description:
          'Fields left out stay as they are, those of the address too. The currency can change only while there ' +
          'are no products, shipping methods and orders (409 CURRENCY_IN_USE): nothing is converted. Nor are weights ' +
          'when the unit changes.',
        body: ref(SettingsPatch),
        response: { 200: ref(Settings) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { body } = request
        const stored = orNotFound(await lockSettings(tx))
        await requireMatch(caller, async () => settingsText(stored, assetOrigin))
        await changeSettings(tx, stored, body)
        await recordChange(tx, caller, Object.keys(body))
        return { json: await readSettings(tx, assetOrigin), tagged: true }
      })
  )

  await api.register(async (scope: Api) => {
    await addUploads(scope)
    scope.post(
      '/platform/settings/logo',
      {
        config: { ...write, answerMs: oneImageMs },
        schema: {
          ...tagged,
          operationId: 'setSettingsLogo',
          summary: "Set the marketplace's logo",
          description:
            'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB and 50 megapixels. Replaces the one before.',
          body: SettingsLogoForm,
          response: { 200: ref(Settings) }
        }
      },
      async (request, reply) => {
        const images = [await checkUpload(request)]
        return writeWithFiles(request, reply, { folder: 'images', images }, (tx, caller, [path = null]) =>
          setLogo(tx, caller, path)
        )
      }
    )
  })

  api.delete(
    '/platform/settings/logo',
    {
      config: write,
      schema: {
        ...tagged,
        operationId: 'deleteSettingsLogo',
        summary: "Remove the marketplace's logo",
        description: 'Answers the settings, where there was no logo too.',
        response: { 200: ref(Settings) }
      }
    },
    (request, reply) => inTransaction(request, reply, (tx, caller) => setLogo(tx, caller, null))
  )
}

async function setLogo(tx: Tx, caller: Caller, path: string | null): Promise<Answer<Settings>> {
  const { assetOrigin } = caller
  const stored = orNotFound(await lockSettings(tx))
  await requireMatch(caller, async () => settingsText(stored, assetOrigin))
  if (await updateLogo(tx, path)) await recordChange(tx, caller, ['logoUrl'])
  return { json: await readSettings(tx, assetOrigin), tagged: true }
}

async function recordChange(tx: Tx, caller: Caller, changedFields: string[]): Promise<void> {
  await recordEvent(tx, caller, {
    type: 'settings.updated',
    vendorId: null,
    subject: { type: 'settings', id: null },
    changedFields
  })
}
