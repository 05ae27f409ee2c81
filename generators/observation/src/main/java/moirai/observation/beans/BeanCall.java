package moirai.observation.beans;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.directed.program.Origin;
import moirai.observation.shapes.Shape;
import moirai.observation.shapes.Shapes;
import moirai.observation.shapes.TypeArguments;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TxnBody;
import org.jspecify.annotations.Nullable;

/**
 * A call of a bean's method through its proxy, which begins and ends the transaction.
 *
 * @param shapes of the arguments
 */
record BeanCall(Object bean, Method method, List<Shape> shapes) implements TxnBody {

    BeanCall {
        shapes = List.copyOf(shapes);
    }

    /** Returns a call; throws ObservationException if an argument cannot be made, or the proxy has no such method. */
    static BeanCall of(Object bean, BeanMethods.BeanMethod called) {
        var finder = new Shapes(TypeArguments.of(called.type()));
        var shapes = new ArrayList<Shape>();
        for (java.lang.reflect.Parameter parameter : called.method().getParameters()) {
            Optional<Shape> shape = finder.of(parameter);
            shapes.add(shape.orElseThrow(() -> new ObservationException("its parameter '" + parameter.getName()
                    + "' is of type " + parameter.getParameterizedType().getTypeName() + "; accepted: "
                    + Shapes.accepted())));
        }
        try {
            Method method = bean.getClass()
                    .getMethod(called.method().getName(), called.method().getParameterTypes());
            method.setAccessible(true);
            return new BeanCall(bean, method, shapes);
        } catch (NoSuchMethodException hidden) {
            throw new ObservationException(
                    "it is no method of the bean's proxy; expected one that an interface of "
                            + called.type().getName() + " declares",
                    hidden);
        }
    }

    /** Returns the call as transactions, one for each kind of arguments. */
    List<ObservedTxn> txns(String name, Origin origin) {
        List<Parameter> parameters =
                shapes.stream().flatMap(shape -> shape.parameters().stream()).toList();
        var txns = new ArrayList<ObservedTxn>();
        Shapes.kinds(parameters).forEach((kind, fixed) -> {
            List<Parameter> left = parameters.stream()
                    .filter(parameter -> !fixed.containsKey(parameter.name()))
                    .toList();
            txns.add(new ObservedTxn(name + kind, left, arguments -> run(arguments.with(fixed)), origin));
        });
        return txns;
    }

    @Override
    public void run(Arguments arguments) throws Exception {
        var values = new ArrayList<@Nullable Object>();
        for (Shape shape : shapes) {
            values.add(shape.maker().make(arguments));
        }
        try {
            method.invoke(bean, values.toArray());
        } catch (InvocationTargetException failed) {
            switch (failed.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failed;
            }
        }
    }
}
