import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { checkHtml, HTML_BYTES } from '../../lib/html.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { isHttpUrl } from '../../lib/urls.ts'
import { attributeFaults } from './attributes.ts'
import { documentFaults } from './document-rules.ts'

/** What a product's body says wrongly by itself, of a new product as of a change (specification 4.1, 4.2). */
export function productFaults(body: unknown): Fault[] {
  const product = recordOf(body)
  const variants = listOf(product.variants).map(recordOf)
  return [
    ...textFaults(product),
    ...['categoryIds', 'collectionIds', 'tagIds', 'facetValueIds'].flatMap((field) =>
      repeatedFaults(`/${field}`, listOf(product[field]).map(lowerCase), { code: 'REPEATED_ID' })
    ),
    ...repeatedFaults(
      '/variants',
      variants.map(({ sku }) => sku),
      { field: 'sku', code: 'REPEATED_SKU' }
    ),
    ...variants.flatMap(({ attributes }, index) =>
      attributeFaults(`/variants/${index}/attributes`, attributes)
    ),
    ...urlFaults('/documents', product.documents),
    ...documentFaults(listOf(product.documents)),
    ...urlFaults('/videos', product.videos)
  ]
}

function textFaults({ shortDescription, description }: Record<string, unknown>): Fault[] {
  const faults: Fault[] = []
  if (typeof shortDescription === 'string' && Buffer.byteLength(shortDescription) > HTML_BYTES) {
    faults.push(fault('/shortDescription', 'TOO_LONG', 'must have at most 64 KiB'))
  }
  const html = typeof description === 'string' ? checkHtml(description) : undefined
  if (html === 'too-long') faults.push(fault('/description', 'TOO_LONG', 'must have at most 64 KiB'))
  if (html === 'too-deep')
    faults.push(fault('/description', 'TOO_DEEP', 'has too many elements inside each other'))
  return faults
}

function urlFaults(place: string, entries: unknown): Fault[] {
  return listOf(entries)
    .map((entry) => recordOf(entry).url)
    .flatMap((url, index) =>
      typeof url !== 'string' || isHttpUrl(url)
        ? []
        : [
            fault(
              `${place}/${index}/url`,
              'INVALID_URL',
              'must be an http or https URL without user and password'
            )
          ]
    )
}

/** Ids are the same in either case; what is no text is the schema's to tell. */
export function lowerCase(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : undefined
}
