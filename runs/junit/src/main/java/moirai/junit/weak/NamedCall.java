package moirai.junit.weak;

/**
 * A call with a name for reports.
 *
 * @param name in a few words
 */
public record NamedCall(String name, Call call) implements Call {

    @Override
    public void run() throws Exception {
        call.run();
    }
}
