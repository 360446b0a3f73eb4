import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { NewProductPage } from './new-product-page.tsx'
import { ProductPage } from './product-page.tsx'

/** The page of one product, and that of a new one. */
export default function ProductScreen() {
  return (
    <Switch>
      <Route path="/products/new" component={NewProductPage} />
      <Route path="/products/:id">{({ id }) => <ProductPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/products" />
      </Route>
    </Switch>
  )
}
