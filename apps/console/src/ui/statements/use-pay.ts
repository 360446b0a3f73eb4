import { notifications } from '@mantine/notifications'
import type { Statement } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { statementsTexts } from '../../texts/statements.ts'
import { vendorTexts } from '../../texts/vendors.ts'
import { useMutation } from '../use-mutation.ts'
import { statementKey } from './statement-key.ts'

/** A day in the time zone of the browser, of the form `2026-03-01`, and the reference of the payment. */
export type PaymentValues = { day: string; reference: string }

/** Marks a statement as paid. */
export function usePay({ id, number }: Statement, onPaid: () => void) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ day, reference }: PaymentValues) =>
      purveyor.platform.statements.pay(id, { reference: reference.trim(), paidAt: timeOf(day) }),
    async onSuccess(statement) {
      queries.setQueryData([...statementKey, 'one', id], statement)
      notifications.show({
        message: vendorTexts.statements.paid(statementsTexts.numbered(number)),
        color: 'green'
      })
      onPaid()
      await queries.invalidateQueries({ queryKey: statementKey })
    }
  })
}

/** The beginning of a local day, so that the vendor sees this day. A text that is no day is refused at its field. */
function timeOf(day: string): string {
  const time = new Date(`${day}T00:00:00`)
  return Number.isNaN(time.getTime()) ? day : time.toISOString()
}

/** Returns the day of a time in the time zone of the browser. */
export function dayOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
