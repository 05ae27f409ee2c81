package moirai.programs.tpcc;

/**
 * One line of an order that a customer places.
 *
 * @param item its number; one that is not sold makes the whole order be rolled back
 * @param quantity from 1 to 10
 */
public record OrderItem(int item, int quantity) {}
