import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import {
  createShippingMethod,
  deleteShippingMethod,
  updateShippingMethod
} from './change-shipping-methods.ts'
import { findShippingMethod, listShippingMethods } from './queries.ts'
import { methodBodyFaults, methodFaults } from './rules.ts'
import { NewShippingMethod, ShippingMethod, ShippingMethodList, ShippingMethodPatch } from './schema.ts'

const tagged = { tags: [tags.shippingMethods] }

/** `/vendor/me/shipping-methods` (contract 2.6, 4.6). */
export async function shippingMethodRoutes(api: Api, deps: Deps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndChange(api, deps)
}

function addListAndCreate(api: Api, { lookupPool }: Deps): void {
  api.get(
    '/vendor/me/shipping-methods',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listShippingMethods',
        summary: 'List shipping methods',
        description: "Returns all of the vendor's shipping methods with their rates, newest first.",
        response: { 200: ref(ShippingMethodList) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, await listShippingMethods(lookupPool, request.vendorId))
  )

  api.post(
    '/vendor/me/shipping-methods',
    {
      config: { access: vendorWrite, rules: (body) => [...methodBodyFaults(body), ...methodFaults(body)] },
      schema: {
        ...tagged,
        operationId: 'createShippingMethod',
        summary: 'Create a shipping method',
        description:
          'A FLAT_RATE method needs a flatRate for each country. A WEIGHT_BASED method needs a baseRate or weight ' +
          'tiers for each country. Each country or subdivision may appear only once. A vendor can have at most 50 ' +
          'methods, and a method at most 5,000 weight tiers in total.',
        body: ref(NewShippingMethod),
        response: { 200: ref(ShippingMethod) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await createShippingMethod(tx, caller, request.body),
        tagged: true
      }))
  )
}

function addReadAndChange(api: Api, { lookupPool }: Deps): void {
  const params = idParams('The shipping method')

  api.get(
    '/vendor/me/shipping-methods/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getShippingMethod',
        summary: 'Read a shipping method',
        description:
          'Returns one shipping method with its rates. Use its ETag for conditional reads and writes.',
        params,
        response: { 200: ref(ShippingMethod) }
      }
    },
    async (request, reply) => {
      const method = await findShippingMethod(lookupPool, request.vendorId, request.params.id)
      return sendWithEtag(request, reply, orNotFound(method))
    }
  )

  api.patch(
    '/vendor/me/shipping-methods/:id',
    {
      config: { access: vendorWrite, rules: methodBodyFaults },
      schema: {
        ...tagged,
        operationId: 'updateShippingMethod',
        summary: 'Update a shipping method',
        description:
          'Omitted fields stay unchanged; countryRates replaces all rates. The merged result must meet the same ' +
          'rules as a new method.',
        params,
        body: ref(ShippingMethodPatch),
        response: { 200: ref(ShippingMethod) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await updateShippingMethod(tx, caller, { id: request.params.id, patch: request.body }),
        tagged: true
      }))
  )

  api.delete(
    '/vendor/me/shipping-methods/:id',
    {
      config: { access: vendorWrite },
      schema: {
        ...tagged,
        operationId: 'deleteShippingMethod',
        summary: 'Delete a shipping method',
        description: 'Existing orders retain the name of the method and what it charged.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const { id } = request.params
        await deleteShippingMethod(tx, caller, id)
        return { json: deleted(id) }
      })
  )
}
