import type { StatementLine } from '@purveyor/client'
import type { statementsTexts } from '../../texts/statements.ts'

/** Returns what a line is for, and what else identifies it. */
export function describeLine(
  { kind, amount, quantity, productName, sku, reason }: StatementLine,
  texts: typeof statementsTexts
): { name: string; detail: string } {
  const isTakenBack = amount.startsWith('-') || (quantity ?? 0) < 0
  switch (kind) {
    case 'ITEM':
      return {
        name: productName ?? sku ?? texts.items,
        detail: [isTakenBack && texts.cancelledShipment, sku].filter(Boolean).join(' · ')
      }
    case 'SHIPPING':
      return { name: texts.charge, detail: isTakenBack ? texts.cancelledShipment : '' }
    case 'ADJUSTMENT':
      return { name: texts.adjustment, detail: reason ?? '' }
  }
}
