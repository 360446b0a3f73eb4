import { Paper, Stack, Text } from '@mantine/core'
import type { OpenBalance, Statement } from '@purveyor/client'
import type { ReactNode } from 'react'
import { statementsTexts } from '../../texts/statements.ts'
import { Balance } from './balance.tsx'
import classes from './statements.module.css'

type Props = {
  /** What is shown above the balances. */
  head?: ReactNode
  balances: readonly (OpenBalance | Statement)[]
  /** Names the amount that is owed. */
  totalLabel: string
  /** A note below the balances. */
  children: ReactNode
}

/** The balances of a period, one for each currency. */
export function BalancePanel({ head, balances, totalLabel, children }: Props) {
  return (
    <Paper withBorder component="section" aria-label={statementsTexts.balance} className={classes.panel}>
      {head}
      <Stack gap="sm">
        {balances.length === 0 && <Text>{statementsTexts.nothingYet}</Text>}
        {balances.map((balance) => (
          <Balance key={balance.currency} balance={balance} totalLabel={totalLabel} />
        ))}
        {children}
      </Stack>
    </Paper>
  )
}
