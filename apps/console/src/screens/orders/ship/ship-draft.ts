import type { Me } from '@purveyor/client'
import { draftKey } from '../../../ui/drafts.ts'

/** Returns the key under which what is entered for an order is stored until it is sent. */
export const shipDraftKey = (me: Me, orderId: string) => draftKey(me, 'ship-next', orderId)
