import { Text } from '@mantine/core'
import type { OpenBalance, Statement } from '@purveyor/client'
import { statementsTexts } from '../../texts/statements.ts'
import { formatMoney } from '../../ui/format.ts'
import classes from './statements.module.css'

type Balances = OpenBalance | Statement
type Props = { balance: Balances; totalLabel: string }

/** What a balance consists of, and what is owed. */
export function Balance({ balance, totalLabel }: Props) {
  const { currency, openingBalance, closingBalance, amountDue } = balance
  const money = (amount: string) => formatMoney(amount, currency)
  const parts: [string, string][] = [
    ...(isZero(openingBalance) ? [] : [[statementsTexts.opening, openingBalance] as [string, string]]),
    [statementsTexts.items, balance.itemTotal],
    [statementsTexts.shipping, balance.shippingTotal],
    [statementsTexts.adjustments, balance.adjustmentTotal]
  ]
  return (
    <div>
      <dl className={classes.balance}>
        {parts.map(([label, amount]) => (
          <div key={label}>
            <Text component="dt" c="dimmed" fz="sm">
              {label}
            </Text>
            <dd className={classes.part}>{money(amount)}</dd>
          </div>
        ))}
        <div className={classes.due}>
          <Text component="dt" fz="sm">
            {totalLabel}
          </Text>
          <dd className={classes.figure}>{money(amountDue)}</dd>
        </div>
      </dl>
      {closingBalance.startsWith('-') && (
        <Text fz="sm" mt="xs">
          {statementsTexts.carried(money(closingBalance))}
        </Text>
      )}
    </div>
  )
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount)
}
