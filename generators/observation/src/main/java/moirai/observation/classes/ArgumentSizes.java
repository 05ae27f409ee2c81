package moirai.observation.classes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;

/** The sizes of arguments that a user names. */
public final class ArgumentSizes {

    private ArgumentSizes() {}

    /**
     * Returns transactions whose parameters have these sizes, by {@code method.parameter} or {@code parameter}.
     *
     * @throws ObservationException if there is no such parameter
     */
    public static List<ObservedTxn> of(List<ObservedTxn> txns, Map<String, Long> sizes) {
        List<String> known = txns.stream()
                .flatMap(txn -> txn.parameters().stream().map(parameter -> txn.name() + "." + parameter.name()))
                .toList();
        for (String name : sizes.keySet()) {
            if (known.stream().noneMatch(one -> one.equals(name) || one.endsWith("." + name))) {
                throw new ObservationException("no parameter '" + name + "' to have a size; expected one of "
                        + known.stream().collect(Collectors.joining(", ")));
            }
        }
        var sized = new ArrayList<ObservedTxn>();
        for (ObservedTxn txn : txns) {
            sized.add(txn.with(txn.parameters().stream()
                    .map(parameter -> sized(txn, parameter, sizes))
                    .toList()));
        }
        return sized;
    }

    private static Parameter sized(ObservedTxn txn, Parameter parameter, Map<String, Long> sizes) {
        Long general = sizes.get(parameter.name());
        Long size = sizes.getOrDefault(txn.name() + "." + parameter.name(), general);
        return size == null ? parameter : parameter.upTo(size);
    }
}
