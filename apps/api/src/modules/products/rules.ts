import type { Fault } from '../../errors.ts'
import type { BodyRules } from '../../http/body/validation.ts'
import { fault, repeatedFaults } from '../../http/faults.ts'
import { countryCodeOf } from '../../lib/countries.ts'
import { type CleanHtml, cleanHtml, HTML_BYTES, isCleanedFast } from '../../lib/html.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { isHttpUrl } from '../../lib/urls.ts'
import { requestThreads } from '../../workers/request-threads.ts'
import { attributeFaults } from './attributes/attribute-limits.ts'
import { documentFaults } from './documents/document-rules.ts'
import { namesOf } from './fields/field.ts'
import { productFieldTable } from './fields/product-fields.ts'
import { termKinds } from './fields/terms.ts'

/**
 * Returns a function that applies the given rules to a body and also checks the description in the body. It
 * replaces the description with its sanitised HTML. Sanitising can take a third of a second, so it runs in a
 * worker thread unless it is certain to be fast.
 */
export function withDescription(rules: (body: unknown) => Fault[]): BodyRules {
  return (body) => {
    const faults = rules(body)
    const product = recordOf(body)
    const { description } = product
    if (typeof description !== 'string') return faults
    const apply = (cleaned: CleanHtml) => [...replaceDescription(product, cleaned), ...faults]
    return isCleanedFast(description)
      ? apply(cleanHtml(description))
      : requestThreads.run('sanitize', description).then(apply)
  }
}

/**
 * Replaces the description of a product by its sanitised HTML. If the description is refused, returns its
 * fault instead.
 */
export function replaceDescription(product: Record<string, unknown>, cleaned: CleanHtml): Fault[] {
  if ('fault' in cleaned) return [descriptionFault(cleaned.fault)]
  product.description = cleaned.html
  return []
}

function descriptionFault(found: 'too-long' | 'too-deep'): Fault {
  return found === 'too-long'
    ? fault('/description', 'TOO_LONG', 'must be at most 64 KiB of UTF-8 text')
    : fault('/description', 'TOO_DEEP', 'must have at most 64 levels of nested HTML elements')
}

/**
 * Returns the faults of a body that creates or updates a product (contract 4.1, 4.2). Faults that depend on
 * stored data, and faults of the description, are found elsewhere. Replaces the name of a country by its code.
 */
export function productFaults(body: unknown): Fault[] {
  const product = recordOf(body)
  const variants = listOf(product.variants).map(recordOf)
  replaceCountry(product)
  return [
    ...textFaults(product),
    ...termKinds.flatMap((field) =>
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
    ...attributeFaults('/attributes', product.attributes),
    ...urlFaults('/documents', product.documents),
    ...documentFaults(listOf(product.documents)),
    ...urlFaults('/videos', product.videos)
  ]
}

/** Replaces the name of a country by its code. Any other text stays as it is. */
function replaceCountry(product: Record<string, unknown>): void {
  const { countryOfOrigin: text } = product
  const code = typeof text === 'string' ? countryCodeOf(text) : undefined
  if (code !== undefined) product.countryOfOrigin = code
}

/** The texts without a limit of characters, which have a limit of bytes. */
const longTexts = namesOf(productFieldTable, ({ kind, max }) => kind === 'text' && max === undefined)

function textFaults(product: Record<string, unknown>): Fault[] {
  return longTexts.flatMap((name) => {
    const text = product[name]
    if (typeof text !== 'string' || Buffer.byteLength(text) <= HTML_BYTES) return []
    return [fault(`/${name}`, 'TOO_LONG', 'must be at most 64 KiB of UTF-8 text')]
  })
}

function urlFaults(pointer: string, entries: unknown): Fault[] {
  return listOf(entries)
    .map((entry) => recordOf(entry).url)
    .flatMap((url, index) =>
      typeof url !== 'string' || isHttpUrl(url)
        ? []
        : [
            fault(
              `${pointer}/${index}/url`,
              'INVALID_URL',
              'must be an http or https URL without a user name or password, such as https://example.com/a.pdf'
            )
          ]
    )
}

/**
 * Returns an id in lower case, because ids are compared without regard to case. Returns undefined for a value
 * that is not a string, because the check against the schema reports it.
 */
export function lowerCase(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : undefined
}
