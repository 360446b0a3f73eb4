import type { Fault } from '../../errors.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import type { BodyRules } from '../../http/validation.ts'
import { type CleanHtml, cleanHtml, HTML_BYTES, isCleanedFast } from '../../lib/html.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { isHttpUrl } from '../../lib/urls.ts'
import { requestThreads } from '../../workers/request-threads.ts'
import { attributeFaults } from './attributes.ts'
import { documentFaults } from './documents/document-rules.ts'

/**
 * The rules with those of the description, which is replaced by its sanitised HTML. Sanitising can take a third of a
 * second, so that it runs in a thread where it isn't certain to be fast.
 */
export function withDescription(rules: (body: unknown) => Fault[]): BodyRules {
  return (body) => {
    const faults = rules(body)
    const product = recordOf(body)
    const { description } = product
    if (typeof description !== 'string') return faults
    const take = (cleaned: CleanHtml) => {
      if ('fault' in cleaned) return [descriptionFault(cleaned.fault), ...faults]
      product.description = cleaned.html
      return faults
    }
    return isCleanedFast(description)
      ? take(cleanHtml(description))
      : requestThreads.run('sanitize', description).then(take)
  }
}

function descriptionFault(found: 'too-long' | 'too-deep'): Fault {
  return found === 'too-long'
    ? fault('/description', 'TOO_LONG', 'must have at most 64 KiB')
    : fault('/description', 'TOO_DEEP', 'has too many elements inside each other')
}

/**
 * Faults of a product's body in itself, of a new product as of a change (contract 4.1, 4.2), but for those of its
 * description.
 */
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

function textFaults({ shortDescription }: Record<string, unknown>): Fault[] {
  if (typeof shortDescription !== 'string' || Buffer.byteLength(shortDescription) <= HTML_BYTES) return []
  return [fault('/shortDescription', 'TOO_LONG', 'must have at most 64 KiB')]
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
