import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { OrderListPage } from './list/order-list-page.tsx'

const OrderPage = lazy(async () => ({ default: (await import('./order/order-page.tsx')).OrderPage }))
const ShipPage = lazy(async () => ({ default: (await import('./ship/ship-page.tsx')).ShipPage }))

/** The orders of a vendor: their list, one order, and shipping many one after the other. */
export default function OrdersScreen() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/orders" component={OrderListPage} />
        <Route path="/orders/ship" component={ShipPage} />
        <Route path="/orders/:id">{({ id }) => <OrderPage key={id} id={id} />}</Route>
        <Route>
          <NotFound home="/orders" />
        </Route>
      </Switch>
    </Suspense>
  )
}
