package moirai.sources;

import java.util.List;

/**
 * A method that is a transaction of a program.
 *
 * @param txn the transaction's name in the program
 * @param className as class loaders know it: {@code shop.Orders$Cart}
 * @param parameters of the method
 * @param constructors the parameters of each constructor that the source declares; none for records and where there is
 *     only the default one
 */
public record TxnSource(
        String txn,
        String className,
        String method,
        List<CodeParameter> parameters,
        List<List<CodeParameter>> constructors) {

    public TxnSource {
        parameters = List.copyOf(parameters);
        constructors = constructors.stream().map(List::copyOf).toList();
    }

    /** Returns the signature, as in {@code shop.Shop.sell(Connection, int)}. */
    public String signature() {
        return className + "." + method + "("
                + String.join(", ", parameters.stream().map(CodeParameter::type).toList()) + ")";
    }
}
