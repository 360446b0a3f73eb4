import type { CancelReason } from '../modules/orders/schema.ts'

/** One thing that was done with a vendor's part of an order, so many hours after it was placed. */
export type Step = { hours: number } & (
  | { do: 'acknowledge' }
  /** All that is left, or of the first line all that is left. */
  | { do: 'ship'; firstLineOnly?: true }
  /** Of the shipments of the part the n-th, from 0. */
  | { do: 'move'; shipment: number; to: 'IN_TRANSIT' | 'DELIVERED' | 'CANCELLED' }
  /** All that is left, or a piece of the last line; once in a story. */
  | { do: 'cancel'; reason: CancelReason; note: string; by: 'VENDOR' | 'PLATFORM'; onePiece?: true }
)

const acknowledge = (hours: number): Step => ({ hours, do: 'acknowledge' })
const ship = (hours: number): Step => ({ hours, do: 'ship' })
const shipFirstLine = (hours: number): Step => ({ hours, do: 'ship', firstLineOnly: true })
const leave = (hours: number, shipment = 0): Step => ({ hours, do: 'move', shipment, to: 'IN_TRANSIT' })
const arrive = (hours: number, shipment = 0): Step => ({ hours, do: 'move', shipment, to: 'DELIVERED' })
const takeBack = (hours: number, shipment = 0): Step => ({ hours, do: 'move', shipment, to: 'CANCELLED' })

/** What happened to a vendor's part of an order; hours in which it did. */
export const stories = {
  placed: [],
  acknowledged: [acknowledge(3)],
  shipped: [acknowledge(4), ship(22)],
  underway: [acknowledge(2), ship(20), leave(31)],
  delivered: [acknowledge(3), ship(21), leave(29), arrive(76)],
  /** Shipped the same day without a word before: the shipment acknowledges it. */
  quick: [ship(6), leave(14), arrive(53)],
  partlyShipped: [acknowledge(5), shipFirstLine(24), leave(33)],
  twoParcels: [acknowledge(2), shipFirstLine(19), ship(67), arrive(70), leave(75, 1), arrive(118, 1)],
  secondUnderway: [acknowledge(6), shipFirstLine(18), arrive(66), ship(72), leave(79, 1)],
  /** The first label was void. */
  shippedAgain: [acknowledge(3), ship(20), takeBack(22.5), ship(43), leave(49, 1), arrive(95, 1)],
  takenBack: [acknowledge(3), ship(21), takeBack(25)],
  onePieceShort: [
    acknowledge(4),
    {
      ...{ hours: 9, do: 'cancel', onePiece: true, by: 'VENDOR' },
      ...{ reason: 'OUT_OF_STOCK', note: 'One piece was damaged in the warehouse.' }
    },
    ship(26),
    leave(33),
    arrive(88)
  ],
  onePieceLess: [
    acknowledge(2),
    {
      ...{ hours: 7, do: 'cancel', onePiece: true, by: 'PLATFORM' },
      ...{ reason: 'CUSTOMER_REQUEST', note: 'The customer called: one piece less is enough.' }
    }
  ],
  restCancelled: [
    acknowledge(5),
    shipFirstLine(23),
    {
      ...{ hours: 47, do: 'cancel', by: 'VENDOR' },
      ...{ reason: 'DISCONTINUED', note: 'The maker has stopped making the rest.' }
    },
    arrive(92)
  ],
  calledOff: [
    {
      ...{ hours: 5, do: 'cancel', by: 'PLATFORM' },
      ...{ reason: 'CUSTOMER_REQUEST', note: 'Ordered twice by mistake.' }
    }
  ],
  failedInspection: [
    acknowledge(4),
    {
      ...{ hours: 27, do: 'cancel', by: 'VENDOR' },
      ...{ reason: 'OUT_OF_STOCK', note: 'The lot failed inspection; the next one is due in six weeks.' }
    }
  ],
  outOfReach: [
    {
      ...{ hours: 8, do: 'cancel', by: 'VENDOR' },
      ...{ reason: 'ADDRESS_NOT_SERVICEABLE', note: 'No carrier takes it up there this month.' }
    }
  ]
} satisfies Record<string, Step[]>
export type Story = keyof typeof stories
