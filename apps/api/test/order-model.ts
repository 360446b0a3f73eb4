/**
 * A simple model of orders and stock, which behaves as the guides describe. Tests compare the service with
 * the model.
 */
export type Model = { stock: ModelStock[]; orders: ModelOrder[] }
type ModelStock = { onHand: number; reserved: number }
type ModelOrder = { isAcknowledged: boolean; lines: ModelLine[]; shipments: ModelShipment[] }
/** A line of an order. `variant` is an index into `Model.stock`. */
type ModelLine = { variant: number; quantity: number; cancelled: number }
type ModelShipment = { status: ShipmentStatus; pieces: number[]; taken: number[] }
type ShipmentStatus = 'SHIPPED' | 'IN_TRANSIT' | 'DELIVERED' | 'CANCELLED'

/** The number of pieces of each line, or 'all' for all remaining pieces. */
export type Amounts = number[] | 'all'
/**
 * A change of the model, and the request that does the same in the service. `order`, `shipment` and `variant`
 * are indexes.
 */
export type Move =
  | { kind: 'acknowledge'; order: number }
  | { kind: 'cancel'; order: number; amounts: Amounts }
  | { kind: 'ship'; order: number; amounts: Amounts }
  | { kind: 'track'; order: number; shipment: number; status: ShipmentStatus }
  | { kind: 'setStock'; variant: number; onHand: number }

/**
 * The result of a move: OK, or the error code with which the service refuses the request. `none` means that
 * the move isn't possible as a request, such as a change of an order that doesn't exist.
 */
export type Outcome = 'OK' | 'VALIDATION_FAILED' | 'INVALID_TRANSITION' | 'OVER_SHIPPED' | 'none'

/**
 * Creates a model. `stock` is the stock on hand of each variant. Each entry of `orders` is one order: the
 * ordered quantity of each variant.
 */
export function newModel({ stock, orders }: { stock: number[]; orders: number[][] }): Model {
  return {
    stock: stock.map((onHand, variant) => ({
      onHand,
      reserved: total(orders.map((quantities) => quantities[variant] ?? 0))
    })),
    orders: orders.map((quantities) => ({
      isAcknowledged: false,
      lines: quantities.map((quantity, variant) => ({ variant, quantity, cancelled: 0 })),
      shipments: []
    }))
  }
}

const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
const live = ({ shipments }: ModelOrder) => shipments.filter(({ status }) => status !== 'CANCELLED')
const shippedOf = (order: ModelOrder, line: number) =>
  total(live(order).map(({ pieces }) => pieces[line] ?? 0))
const remainingOf = (order: ModelOrder) =>
  order.lines.map(({ quantity, cancelled }, line) => quantity - cancelled - shippedOf(order, line))

/**
 * Returns the status of an order. The conditions are checked in turn, and the first one that is true decides.
 */
export function statusOf(order: ModelOrder): string {
  if (order.lines.every(({ quantity, cancelled }) => quantity === cancelled)) return 'CANCELLED'
  if (total(remainingOf(order)) === 0) {
    return live(order).every(({ status }) => status === 'DELIVERED') ? 'DELIVERED' : 'SHIPPED'
  }
  if (live(order).length > 0) return 'PARTIALLY_SHIPPED'
  return order.isAcknowledged ? 'ACKNOWLEDGED' : 'CONFIRMED'
}

/** Returns the fields of an order that are compared with the response of the service. */
export function shownOrder(order: ModelOrder) {
  const status = statusOf(order)
  const isOpen = total(remainingOf(order)) > 0
  return {
    status,
    allowedActions: [
      ...(status === 'CONFIRMED' ? ['acknowledge'] : []),
      ...(isOpen ? ['ship', 'cancel'] : [])
    ],
    items: order.lines.map(({ quantity, cancelled }, line) => ({
      quantity,
      quantityShipped: shippedOf(order, line),
      quantityCancelled: cancelled
    })),
    shipments: order.shipments.map((one) => one.status)
  }
}

/**
 * Applies the move and returns OK. If the service would refuse the move, changes nothing and returns the
 * error code.
 */
export function makeMove(model: Model, move: Move): Outcome {
  if (move.kind === 'setStock') {
    const stock = model.stock[move.variant]
    if (!stock) return 'none'
    stock.onHand = move.onHand
    return 'OK'
  }
  const order = model.orders[move.order]
  if (!order) return 'none'
  if (move.kind === 'acknowledge') {
    if (statusOf(order) !== 'CONFIRMED') return 'INVALID_TRANSITION'
    order.isAcknowledged = true
    return 'OK'
  }
  if (move.kind === 'track') return track(model, order, move)
  return cancelOrShip(model, order, move)
}

function cancelOrShip(
  model: Model,
  order: ModelOrder,
  { kind, amounts }: Extract<Move, { kind: 'cancel' | 'ship' }>
): Outcome {
  const left = remainingOf(order)
  const pieces = amounts === 'all' ? left : order.lines.map((_, line) => amounts[line] ?? 0)
  if (amounts !== 'all' && total(pieces) === 0) return 'none'
  const exceedsRest = pieces.some((n, line) => n > (left[line] ?? 0))
  // Of concurrent shipments of the same pieces, all but the first get OVER_SHIPPED.
  if (kind === 'ship' && exceedsRest && statusOf(order) !== 'CANCELLED') return 'OVER_SHIPPED'
  if (total(left) === 0) return 'INVALID_TRANSITION'
  if (exceedsRest) return 'VALIDATION_FAILED'
  const taken = order.lines.map((line, index) => {
    const stock = model.stock[line.variant]
    const n = pieces[index] ?? 0
    if (!stock) return 0
    stock.reserved -= n
    if (kind === 'cancel') {
      line.cancelled += n
      return 0
    }
    const available = Math.min(n, stock.onHand)
    stock.onHand -= available
    return available
  })
  if (kind === 'ship') {
    order.isAcknowledged = true
    order.shipments.push({ status: 'SHIPPED', pieces, taken })
  }
  return 'OK'
}

const steps: ShipmentStatus[] = ['SHIPPED', 'IN_TRANSIT', 'DELIVERED']

function track(
  model: Model,
  order: ModelOrder,
  { shipment: index, status }: Extract<Move, { kind: 'track' }>
): Outcome {
  const shipment = order.shipments[index]
  if (!shipment) return 'none'
  if (shipment.status === status) return 'OK'
  if (shipment.status === 'CANCELLED' || shipment.status === 'DELIVERED') return 'INVALID_TRANSITION'
  if (status !== 'CANCELLED' && steps.indexOf(status) < steps.indexOf(shipment.status)) {
    return 'INVALID_TRANSITION'
  }
  shipment.status = status
  if (status !== 'CANCELLED') return 'OK'
  for (const [index, line] of order.lines.entries()) {
    const stock = model.stock[line.variant]
    if (!stock) continue
    stock.onHand += shipment.taken[index] ?? 0
    stock.reserved += shipment.pieces[index] ?? 0
  }
  return 'OK'
}
