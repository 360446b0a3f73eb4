import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { OrderListPage } from './order-list-page.tsx'

const OrderPage = lazy(async () => ({ default: (await import('./order/order-page.tsx')).OrderPage }))

/** The orders of customers, for the operator: their list, and one order. */
export default function PlatformOrdersScreen() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/orders" component={OrderListPage} />
        <Route path="/orders/:id">{({ id }) => <OrderPage key={id} id={id} />}</Route>
        <Route>
          <NotFound home="/orders" />
        </Route>
      </Switch>
    </Suspense>
  )
}
