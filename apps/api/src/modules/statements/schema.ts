import { type Static, Type } from 'typebox'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  count,
  DecimalText,
  decimal,
  idFilter,
  input,
  line,
  named,
  nullable,
  oneOf,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { SIGNED_MONEY } from '../../lib/decimal.ts'
import { enumeration } from '../../lib/enumerations.ts'

/** The statuses of a statement. */
const statementStatuses = enumeration(
  'StatementStatus',
  ['CLOSED', 'PAID'],
  'CLOSED when the period has ended, PAID when the operator has marked the statement as paid'
)

const lineKinds = enumeration(
  'StatementLineKind',
  ['ITEM', 'SHIPPING', 'ADJUSTMENT'],
  'Units at cost, a shipping charge, or an amount that the operator has added'
)

const day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] })

/** The period of a statement. */
const periodFields = {
  periodStart: { ...Timestamp, description: 'The beginning of the period' },
  periodEnd: { ...Timestamp, description: 'The end of the period, which is the beginning of the next one' },
  timeZone: Type.String({
    description: 'The time zone in which the period begins and ends',
    examples: ['Europe/Berlin']
  }),
  firstDay: day('The first day of the period, in the time zone', '2026-03-01'),
  lastDay: day('The last day of the period, in the time zone', '2026-03-31')
}

/** The balances of a period in one currency. Amounts have the decimals of the currency. */
const balanceFields = {
  currency: Type.String({ description: 'The currency of all amounts (ISO 4217)', examples: ['USD'] }),
  openingBalance: DecimalText(
    'The closing balance of the previous statement if it was negative, otherwise 0',
    '0.00'
  ),
  itemTotal: DecimalText('The cost of what was shipped, less that of cancelled shipments', '1249.50'),
  shippingTotal: DecimalText('The shipping charges', '61.30'),
  adjustmentTotal: DecimalText('The adjustments by the operator', '25.00'),
  closingBalance: DecimalText('The opening balance and all lines of the period', '1335.80'),
  amountDue: DecimalText('What the marketplace pays: the closing balance, or 0 if it is negative', '1335.80'),
  lineCount: count('The number of lines', 42)
}

/** A closed period of a vendor in one currency. */
export const Statement = named(
  'Statement',
  Type.Object({
    id: Uuid,
    number: count('The number of the statement. The statements of a vendor are numbered without gaps.', 7),
    vendorId: Uuid,
    vendorName: Type.String({ examples: ['Harbor Supply'] }),
    ...periodFields,
    ...balanceFields,
    status: oneOf(statementStatuses),
    closedAt: Timestamp,
    paidAt: nullable(Timestamp),
    reference: nullable(
      Type.String({ description: 'The reference of the payment', examples: ['SEPA 2026-04-0117'] })
    )
  }),
  'What the marketplace owes a vendor for a period. A closed statement changes only when it is paid.'
)
export type Statement = Static<typeof Statement>

export const StatementPage = pageSchema('StatementPage', 'statements', Statement, {})
export type StatementPage = Static<typeof StatementPage>

const OpenBalance = named(
  'OpenBalance',
  Type.Object(balanceFields),
  'The balances of an open period in one currency'
)

/** The open period of a vendor. */
export const OpenStatement = named(
  'OpenStatement',
  Type.Object({
    ...periodFields,
    balances: Type.Array(ref(OpenBalance), {
      description: 'The balances in each currency that has lines or a negative opening balance'
    })
  }),
  'What the marketplace owes a vendor in the open period so far'
)
export type OpenStatement = Static<typeof OpenStatement>

const ofOrders = { description: 'Null for adjustments' }
const ofItems = { description: 'Null unless kind is ITEM' }

const lineFields = {
  id: Uuid,
  kind: oneOf(lineKinds),
  recordedAt: { ...Timestamp, description: 'The time of the shipment, the cancellation or the adjustment' },
  currency: Type.String({ examples: ['USD'] }),
  amount: DecimalText('The amount in the decimals of the currency, negative for corrections', '49.20'),
  quantity: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description:
      'The units that were shipped, or with a minus sign those of a cancelled shipment. Null unless kind is ITEM',
    examples: [12]
  }),
  unitCost: nullable({ ...DecimalText('The cost of a unit', '4.10'), ...ofItems }),
  orderId: nullable({ ...Uuid, ...ofOrders }),
  orderNumber: nullable(Type.String({ ...ofOrders, examples: ['1000-0181'] })),
  poNumber: nullable(Type.String({ ...ofOrders, examples: ['PO-2000-0181'] })),
  orderItemId: nullable({ ...Uuid, ...ofItems }),
  sku: nullable(Type.String({ ...ofItems, examples: ['HS-1010-08'] })),
  productName: nullable(Type.String({ ...ofItems, examples: ['Combination wrench'] })),
  shipmentId: nullable({
    ...Uuid,
    description:
      'The shipment that caused the line. Null for adjustments, and for units that were shipped before there were statements'
  }),
  reason: nullable(Type.String({ description: 'The reason of an adjustment, otherwise null' }))
}

export const StatementLine = named(
  'StatementLine',
  Type.Object(lineFields),
  'A line of a statement. Lines are never changed; corrections are further lines.'
)
export const StatementLinePage = pageSchema('StatementLinePage', 'lines', StatementLine, {})
export type StatementLinePage = Static<typeof StatementLinePage>

/** An adjustment as the operator sees it. */
export const Adjustment = named(
  'Adjustment',
  Type.Object({
    ...lineFields,
    vendorId: Uuid,
    recordedBy: Type.String({ description: 'The name of the person or token', examples: ['Olga Petrov'] })
  }),
  'An amount that the operator has added to what a vendor is owed'
)
export type Adjustment = Static<typeof Adjustment>
export const AdjustmentPage = pageSchema('AdjustmentPage', 'adjustments', Adjustment, {})
export type AdjustmentPage = Static<typeof AdjustmentPage>

export const NewAdjustment = named(
  'NewAdjustment',
  input(
    {
      amount: decimal(SIGNED_MONEY, {
        description:
          'A positive amount credits the vendor, a negative one charges it. At most the decimals of the currency.',
        examples: ['-25.00']
      }),
      currency: Type.Optional(
        Type.String({ description: "The marketplace's currency, which is the default", examples: ['USD'] })
      ),
      reason: line({
        min: 1,
        max: 500,
        description: 'Shown to the vendor',
        examples: ['Damaged parcel of order 1000-0181']
      })
    },
    { output: Adjustment }
  ),
  'An amount to add to what a vendor is owed'
)
export type NewAdjustment = Static<typeof NewAdjustment>

export const Payment = named(
  'Payment',
  input(
    {
      reference: line({
        min: 1,
        max: 255,
        description: 'The reference of the payment',
        examples: ['SEPA 2026-04-0117']
      }),
      paidAt: Type.String({
        format: 'date-time',
        description: 'When the statement was paid',
        examples: ['2026-04-03T00:00:00Z']
      })
    },
    { output: Statement }
  ),
  'How and when a statement was paid'
)
export type Payment = Static<typeof Payment>

const status = Type.Optional(oneOf(statementStatuses))

export const StatementListQuery = pagingQuery({ status })

const period = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  patternHint: 'a date, such as 2026-03-15',
  description: 'A day. Only statements whose period contains it.',
  examples: ['2026-03-15']
})

/** The filters of the operator's list of statements. */
export const statementFilters = {
  period: Type.Optional(period),
  vendorId: idFilter('Only statements of this vendor'),
  status,
  isDue: Type.Optional(
    Type.Boolean({ description: 'True for statements with an amount due, false for those without one' })
  )
}
export const PlatformStatementListQuery = pagingQuery(statementFilters)

export type StatementFilters = {
  [name in keyof typeof statementFilters]?: Static<(typeof statementFilters)[name]> | undefined
}

export const PeriodLinesQuery = Type.Object(
  { period, vendorId: statementFilters.vendorId },
  { additionalProperties: false }
)

export const LineQuery = pagingQuery({}, { defaultSize: 100 })
