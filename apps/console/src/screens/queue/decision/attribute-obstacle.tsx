import type { ModerationEntry } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../texts/texts.ts'
import { useAttributeObstacle } from './attribute-issues.ts'

/** Says why an approval was refused because of attributes. The product is read again: its issues may be new. */
export function AttributeObstacle({ entry }: { entry: ModerationEntry }) {
  const queries = useQueryClient()
  const { id } = entry.product
  useEffect(() => void queries.invalidateQueries({ queryKey: ['entry-product', id] }), [queries, id])
  return useAttributeObstacle(entry, true) ?? t.decision.attributeIssues
}
