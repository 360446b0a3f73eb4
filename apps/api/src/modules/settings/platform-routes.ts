import type { Api, Deps } from '../../deps.ts'
import { platformManage, platformRead } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { imageRoutes } from '../../http/image-routes.ts'
import { tags } from '../../http/openapi.ts'
import { ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeSettings, changeSettingsLogo } from './change-settings.ts'
import { getSettings } from './queries.ts'
import { currencyFaults } from './rules.ts'
import { Settings, SettingsPatch } from './schema.ts'

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
    async (request, reply) => sendTagged(request, reply, await getSettings(sql, assetOrigin))
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
      inTransaction(request, reply, (tx, caller) => changeSettings(tx, caller, request.body))
  )

  await imageRoutes(api, {
    url: '/platform/settings/logo',
    method: 'POST',
    config: write,
    schema: tagged,
    operation: 'SettingsLogo',
    image: "the marketplace's logo",
    deletion: 'Answers the settings, where there was no logo too.',
    answer: Settings,
    change: (tx, caller, { path }) => changeSettingsLogo(tx, caller, path)
  })
}
