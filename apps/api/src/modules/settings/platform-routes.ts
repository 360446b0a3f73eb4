import type { Api, Deps } from '../../deps.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { imageRoutes } from '../../http/image-routes.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { ref } from '../../http/schema.ts'
import { platformManage, platformRead } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { forgetMarketplace } from '../products/marketplace-queries.ts'
import { changeSettings, changeSettingsLogo } from './change-settings.ts'
import { getSettings } from './queries.ts'
import { settingsFaults } from './rules.ts'
import { Settings, SettingsPatch } from './schema.ts'

/** `/platform/settings`: the marketplace's name, address, currency, weight unit and logo, and the periods of statements. */
export async function platformSettingsRoutes(api: Api, { sql, assetOrigin }: Deps): Promise<void> {
  const tagged = { tags: [tags.platform] }
  const write = { access: platformManage, extraErrorStatuses: [412] }

  api.get(
    '/platform/settings',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getSettings',
        summary: 'Read the settings',
        description: "Returns the marketplace's settings. Use their ETag for conditional reads and writes.",
        response: { 200: ref(Settings) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await getSettings(sql, assetOrigin))
  )

  api.patch(
    '/platform/settings',
    {
      config: { ...write, rules: (body) => settingsFaults(sql, body) },
      schema: {
        ...tagged,
        operationId: 'updateSettings',
        summary: 'Update the settings',
        description:
          'Omitted fields stay unchanged, including those of the address. The currency can change only while there ' +
          'are no products, shipping methods or orders; otherwise the response is 409 CURRENCY_IN_USE. A new weight ' +
          "unit doesn't convert stored weights. `watchedFields` replaces the whole list.",
        body: ref(SettingsPatch),
        response: { 200: ref(Settings) }
      }
    },
    async (request, reply) => {
      const answer = await inTransaction(request, reply, (tx, caller) =>
        changeSettings(tx, caller, request.body)
      )
      forgetMarketplace(sql)
      return answer
    }
  )

  await imageRoutes(api, {
    url: '/platform/settings/logo',
    method: 'POST',
    config: write,
    schema: tagged,
    operation: 'SettingsLogo',
    image: "the marketplace's logo",
    deletion: 'Returns the settings, even if there was no logo.',
    answer: Settings,
    change: (tx, caller, { path }) => changeSettingsLogo(tx, caller, path)
  })
}
