import type { ModerationEntry, Product } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { attributesTexts } from '../../../texts/attributes.ts'
import { decisionTexts } from '../../../texts/decision.ts'
import { useDefinedFields } from '../../../ui/attributes/use-attribute-definitions.ts'
import { useProduct } from '../difference/use-product.ts'

const maxNamed = 5

/**
 * Returns why the attributes of a new product don't let it be approved, or undefined. With `isReadAgain`, the product is
 * read, because its issues may be newer than the entry.
 */
export function useAttributeObstacle(entry: ModerationEntry, isReadAgain = false): string | undefined {
  const { kind, product, version } = entry
  const { data: stored } = useProduct(product.id, version, isReadAgain)
  return useIssueText(kind === 'PRODUCT' ? (stored ?? entry).attributeIssues : [])
}

/** Returns what is wrong in words, with the labels of the attributes. */
function useIssueText(issues: Product['attributeIssues']): string | undefined {
  const { fields } = useDefinedFields(issues.length > 0)
  if (issues.length === 0) return undefined
  const texts = attributesTexts.review
  const names = issues.map(({ pointer, code }) => {
    const name = pointer.split('/').at(-1) ?? ''
    const label = fields.find((field) => field.code === name)?.label ?? name
    return code === 'REQUIRED' ? texts.missing(label) : texts.wrong(label)
  })
  const different = [...new Set(names)]
  const more = different.length - maxNamed
  return texts.blocked([...different.slice(0, maxNamed), ...(more > 0 ? [texts.more(more)] : [])])
}

/** Says why an approval was refused because of attributes. The product is read again: its issues may be new. */
export function AttributeObstacle({ entry }: { entry: ModerationEntry }) {
  const queries = useQueryClient()
  const { id } = entry.product
  useEffect(() => void queries.invalidateQueries({ queryKey: ['entry-product', id] }), [queries, id])
  return useAttributeObstacle(entry, true) ?? decisionTexts.attributeIssues
}
