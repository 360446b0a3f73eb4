import { counted, listed } from './formatting.ts'

const orders = (count: number) => counted(count, 'order', 'orders')

/** All texts of mails in English. Functions take the values that the text contains. */
export const en = {
  times: (timeZone: string) => `Times are in the time zone ${timeZone}.`,

  roles: { OWNER: 'owner', ADMIN: 'admin', EDITOR: 'editor', VIEWER: 'viewer' },

  footer: {
    settings: 'Mail settings',
    unsubscribe: 'Stop mails like this',
    member: (team: string) => `You get this mail because you are a member of the team of ${team}.`,
    owner: (team: string) => `You get this mail because you are an owner of ${team}.`
  },

  /** The page that stops mails. */
  unsubscribe: {
    subjects: {
      NEW_ORDERS: 'new orders',
      LATE_ORDER: 'late orders',
      PRODUCT_DECISIONS: 'decisions on products',
      FAILED_IMPORTS: 'failed imports',
      LOW_STOCK: 'low stock',
      STATEMENTS: 'new statements',
      APPROVAL_QUEUE: 'the review queue'
    },
    ask: {
      title: 'Stop these mails?',
      text: (subject: string) => `You will get no more mails about ${subject}.`
    },
    done: {
      title: 'The mails are stopped',
      text: (subject: string) =>
        `You get no more mails about ${subject}. You can change this in your account in the console at any time.`
    },
    submit: 'Stop the mails',
    unknownTitle: 'This link is not valid',
    unknownText: 'Open the link of a newer mail, or change the mail settings in your account in the console.'
  },

  invitation: {
    subject: (team: string) => `Invitation to ${team}`,
    preview: (by: string) => `${by} has invited you. Set a password to join.`,
    title: (team: string) => `Join ${team}`,
    text: (by: string, team: string, role: string) =>
      `${by} has invited you to join the team of ${team} as ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}. Set a password to accept the invitation.`,
    expires: (time: string) =>
      `The link works once, until ${time} (UTC). If you don't want to join, ignore this mail.`,
    action: 'Accept the invitation',
    withoutLink: 'Ask the person who has invited you for the link.',
    reason: (email: string) => `This mail was sent to ${email} because of the invitation.`
  },

  passwordReset: {
    subject: 'Set a new password',
    preview: 'The link is valid for one hour.',
    title: 'Set a new password',
    text: (by: string) => `${by} has created a link with which you can set a new password.`,
    expires: (time: string) =>
      `The link works once, until ${time}. Your current password stays valid until then. If you don't need a new one, ignore this mail.`,
    action: 'Set a new password',
    withoutLink: 'Ask the person who has reset your password for the link.',
    reason: (email: string) => `This mail was sent to ${email} because a new password was asked for.`
  },

  newOrders: {
    subject: (count: number, orderNumber: string) =>
      count === 1 ? `New order ${orderNumber}` : `${orders(count)} to ship`,
    title: (count: number) => (count === 1 ? 'You have a new order' : `You have ${orders(count)} to ship`),
    preview: (count: number, units: number) =>
      count === 1 ? counted(units, 'unit', 'units') : 'The newest are listed in this mail.',
    order: (orderNumber: string) => `Order ${orderNumber}`,
    purchaseOrder: (poNumber: string, units: number) => `${poNumber} · ${counted(units, 'unit', 'units')}`,
    shipTo: (place: string) => `Ship to ${place}`,
    acknowledgeBy: (time: string) => `Acknowledge by ${time}`,
    shipBy: (time: string) => `Ship by ${time}`,
    more: (count: number) => `And ${counted(count, 'more order', 'more orders')}.`,
    action: (count: number) => (count === 1 ? 'Open the order' : 'Open the orders')
  },

  lateOrders: {
    subject: (count: number, orderNumber: string) =>
      count === 1 ? `Order ${orderNumber} is late` : `${orders(count)} are late`,
    title: (count: number) => (count === 1 ? 'An order is late' : `${orders(count)} are late`),
    preview: 'A deadline has passed.',
    deadlines: { ACKNOWLEDGE: 'Not acknowledged', SHIP: 'Not shipped' },
    order: (orderNumber: string) => `Order ${orderNumber}`,
    dueAt: (time: string) => `Was due ${time}`,
    text: "Acknowledge and ship the orders, or cancel what you can't ship.",
    more: (count: number) => `And ${counted(count, 'more order', 'more orders')}.`,
    action: (count: number) => (count === 1 ? 'Open the order' : 'Open the late orders')
  },

  decisions: {
    subject: (refused: number, approved: number) =>
      refused > 0
        ? `${counted(refused, 'product needs', 'products need')} your attention`
        : counted(approved, 'product was approved', 'products were approved'),
    title: 'Decisions on your products',
    preview: (refused: number, approved: number) =>
      `${counted(approved, 'decision', 'decisions')} in your favour, ${refused.toString()} against.`,
    summary: (refused: number, approved: number) =>
      listed([
        ...(approved > 0 ? [counted(approved, 'change was approved', 'changes were approved')] : []),
        ...(refused > 0 ? [counted(refused, 'was rejected', 'were rejected')] : [])
      ]),
    types: {
      'product.approved': 'Approved',
      'product.rejected': 'Rejected',
      'product.revision_approved': 'Edits approved',
      'product.revision_rejected': 'Edits rejected',
      'product.hidden': 'Hidden',
      'product.published': 'Published again'
    },
    sku: (sku: string) => `SKU ${sku}`,
    corrected: (count: number) =>
      `The marketplace corrected ${counted(count, 'value', 'values')} before approving.`,
    more: (count: number) => `And ${counted(count, 'more decision', 'more decisions')}.`,
    action: (count: number) => (count === 1 ? 'Open the product' : 'Open the catalog')
  },

  imports: {
    subject: (count: number, file: string) =>
      count === 1 ? `${file}: some items failed` : `${counted(count, 'import', 'imports')} with failures`,
    title: (count: number) =>
      count === 1
        ? 'An import has ended with failures'
        : `${counted(count, 'import has', 'imports have')} ended with failures`,
    preview: (items: number) => `${counted(items, 'item', 'items')} failed.`,
    untitled: 'An import',
    failedItems: (failed: number, total: number) =>
      `${failed.toLocaleString('en-US')} of ${counted(total, 'item', 'items')} failed`,
    failedImages: (count: number) =>
      counted(count, 'image could not be downloaded', 'images could not be downloaded'),
    changed: (created: number, updated: number) =>
      `${created.toLocaleString('en-US')} created, ${updated.toLocaleString('en-US')} updated`,
    stopped: 'The import was stopped by an error of the service',
    startedAt: (time: string) => `Begun ${time}`,
    text: 'The report of an import says what to correct in which row. Corrected rows can be sent again without the others.',
    more: (count: number) => `And ${counted(count, 'more import', 'more imports')}.`,
    action: (count: number) => (count === 1 ? 'Open the report' : 'Open the imports')
  },

  statements: {
    subject: (count: number, number: number) =>
      count === 1
        ? `Statement ${number.toString()} is ready`
        : `${counted(count, 'statement is', 'statements are')} ready`,
    title: (count: number) => (count === 1 ? 'Your statement is ready' : 'Your statements are ready'),
    preview: (period: string, balance: string) => `${period}: ${balance}`,
    statement: (number: number) => `Statement ${number.toString()}`,
    period: (first: string, last: string) => `${first} to ${last}`,
    carried: 'Is carried over to the next statement',
    payable: 'Will be paid to you',
    action: (count: number) => (count === 1 ? 'Open the statement' : 'Open the statements')
  },

  lowStock: {
    subject: (count: number) => `${counted(count, 'variant has', 'variants have')} low stock`,
    title: 'Low stock',
    preview: (name: string, available: number) =>
      `${name}: ${available === 0 ? 'none' : available.toString()} available`,
    text: (count: number, max: number) =>
      `${counted(count, 'active variant has', 'active variants have')} at most ${max.toString()} pieces available. A variant without stock can't be ordered.`,
    available: (count: number) => (count === 0 ? 'Sold out' : `${count.toString()} left`),
    sku: (sku: string) => `SKU ${sku}`,
    more: (count: number) => `And ${counted(count, 'more variant', 'more variants')}.`,
    action: 'Update the stock'
  },

  approvalQueue: {
    subject: (count: number) => `${counted(count, 'entry waits', 'entries wait')} for review`,
    title: 'Review queue',
    preview: (oldest: string) => `The oldest has waited since ${oldest}.`,
    text: (count: number) => `${counted(count, 'entry waits', 'entries wait')} for a decision.`,
    kinds: {
      PRODUCT: 'New products',
      REVISION: 'Edits of live products',
      CHANGE: 'Changes of watched fields'
    },
    oldest: (time: string) => `The oldest since ${time}`,
    action: 'Open the review queue'
  },

  webhooks: {
    subject: (count: number, host: string, isStopped: boolean) =>
      count === 1
        ? `Webhook to ${host} ${isStopped ? 'was stopped' : 'is failing'}`
        : `${counted(count, 'webhook', 'webhooks')} need your attention`,
    title: (count: number, isStopped: boolean) =>
      count === 1
        ? isStopped
          ? 'A webhook was stopped'
          : 'A webhook is failing'
        : `${counted(count, 'webhook', 'webhooks')} need your attention`,
    preview: (host: string) => `Events are not delivered to ${host}.`,
    failing: 'Failing',
    stopped: 'Stopped',
    failingSince: (time: string) => `Since ${time}`,
    stoppedBy: {
      RECEIVER: 'The receiver has answered that it wants no more events (410 Gone)',
      OPERATOR: 'The operator of the marketplace has stopped it'
    },
    reason: (reason: string) => `Reason: ${reason}`,
    text: "No event is lost: a webhook that delivers again continues where it has stopped. As long as it doesn't, the receiver isn't told about new orders and other events.",
    action: (count: number) => (count === 1 ? 'Look at the webhook' : 'Look at the webhooks')
  }
}
