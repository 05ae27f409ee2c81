package moirai.programs.tpcc;

/**
 * The numbers of rows. Every district starts with one order for each customer, and the last third of these orders is
 * not delivered yet (clause 4.3.3.1: the last 900 of 3,000).
 *
 * @param warehouses from 1
 * @param districts of each warehouse, at most 10
 * @param customers of each district
 * @param items the number of items, each of which every warehouse has in stock
 * @param linesMin of an order; the specification has 5
 * @param linesMax of an order; the specification has 15
 */
public record TpccScale(int warehouses, int districts, int customers, int items, int linesMin, int linesMax) {

    /**
     * The scale of the evaluation of MonkeyDB (Biswas et al. 2021, section 8), which does not state the number of
     * items.
     */
    public static final TpccScale PAPER = new TpccScale(1, 2, 3, 10, 5, 15);

    /** The same scale with short orders. */
    public static final TpccScale SHORT_ORDERS = new TpccScale(1, 2, 3, 10, 1, 3);

    public TpccScale {
        if (warehouses < 1 || districts < 1 || districts > 10 || customers < 1 || items < 1) {
            throw new IllegalArgumentException("a scale needs at least one of everything, and at most 10 districts");
        }
        if (linesMin < 1 || linesMax < linesMin) {
            throw new IllegalArgumentException("an order cannot have " + linesMin + " to " + linesMax + " lines");
        }
    }

    /** Returns the number of a district's first orders that are delivered. */
    int deliveredOrders() {
        return customers - (customers + 2) / 3;
    }
}
