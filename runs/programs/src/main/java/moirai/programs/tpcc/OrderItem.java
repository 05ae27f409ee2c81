package moirai.programs.tpcc;

/**
 * A line of an order that a customer places.
 *
 * @param item the item's number; an item that is not sold makes the transaction roll back
 * @param quantity from 1 to 10
 */
public record OrderItem(int item, int quantity) {}
