import { PreconditionFailed, type Shipment } from '@purveyor/client'
import { useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { useCarriers } from '../../ui/orders/use-carriers.ts'
import { type Correction, correctionOf, patchOf } from './correction.ts'
import { useUpdateShipment } from './use-shipments.ts'

/** A correction that is being entered. It is stored as a draft until it is saved or discarded. */
export function useCorrection(shipment: Shipment, onDone: () => void) {
  const { me } = useSignedIn()
  const { nameOf } = useCarriers()
  const key = draftKey(me, 'shipment', shipment.id)
  const [restored] = useState(() => drafts.read<Partial<Correction>>(key))
  // Only the fields that the person has changed. The others show the shipment as it is.
  const [changes, setChanges] = useState<Partial<Correction>>(restored ?? {})
  const [isRestored, setRestored] = useState(restored !== undefined)
  // The shipment that the person has seen: it is sent as the condition of the change.
  const [base, setBase] = useState(shipment)
  const [conflict, setConflict] = useState<Correction>()
  const update = useUpdateShipment(shipment)
  const before = correctionOf(base, nameOf)
  const values = { ...before, ...changes }

  function change(changed: Partial<Correction>) {
    const next = { ...changes, ...changed }
    setChanges(next)
    drafts.write(key, next)
  }
  function reset() {
    drafts.delete(key)
    setChanges({})
    setRestored(false)
    setConflict(undefined)
    update.reset()
  }
  function done() {
    drafts.delete(key)
    onDone()
  }
  function submit() {
    const patch = patchOf(values, before)
    if (Object.keys(patch).length === 0) return done()
    // The draft is deleted also if the form was closed in the meantime.
    update.mutateAsync({ base, patch }).then(done, (error: unknown) => {
      if (!(error instanceof PreconditionFailed) || !error.current) return
      const current = error.current as Shipment
      setBase(current)
      setConflict(correctionOf(current, nameOf))
    })
  }
  return { values, change, reset, submit, update, isRestored, conflict }
}
