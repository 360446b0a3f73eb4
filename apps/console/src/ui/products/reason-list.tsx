import type { ModerationReason, Product } from '@purveyor/client'
import { reasonSubject } from './reason-subject.ts'
import classes from './reasons.module.css'

/** The reasons of a rejection, each with what it is about. */
export function ReasonList({ reasons, product }: { reasons: readonly ModerationReason[]; product: Product }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason, index) => {
        const subject = reasonSubject(reason, product)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reason has no other identity than its place
          <li key={index}>
            {subject && <strong>{subject}: </strong>}
            {reason.text}
          </li>
        )
      })}
    </ul>
  )
}
