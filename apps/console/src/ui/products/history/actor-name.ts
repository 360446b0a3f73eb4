import type { EventActor } from '@purveyor/client'
import { productTexts } from '../../../texts/product.ts'

/** Returns who has made a change. Vendors don't see the names of the operator's people. */
export function actorName({ type, name }: EventActor): string {
  const texts = productTexts.history
  if (type === 'PLATFORM') return texts.operator
  if (type === 'SYSTEM') return texts.system
  if (!name) return texts.someone
  return type === 'TOKEN' ? texts.token(name) : name
}
