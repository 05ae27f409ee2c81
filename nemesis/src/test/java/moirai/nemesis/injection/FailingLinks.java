package moirai.nemesis.injection;

import java.time.Duration;
import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.Links;

/** Links with one operation that fails: before anything is done, or after it was done. */
final class FailingLinks implements Links {

    private final Links links;
    private boolean failsBefore;
    private boolean failsAfter;

    FailingLinks(Links links) {
        this.links = links;
    }

    void failOnce() {
        failsBefore = true;
    }

    void failOnceAfterTheCut() {
        failsAfter = true;
    }

    private void before() {
        if (failsBefore) {
            failsBefore = false;
            throw new ClusterException("the links gave no answer");
        }
    }

    @Override
    public List<String> ends() {
        return links.ends();
    }

    @Override
    public void cut(String from, String to) {
        before();
        links.cut(from, to);
        if (failsAfter) {
            failsAfter = false;
            throw new ClusterException("the links gave no answer in time");
        }
    }

    @Override
    public void heal(String from, String to) {
        before();
        links.heal(from, to);
    }

    @Override
    public void delay(String from, String to, Duration delay, Duration jitter) {
        before();
        links.delay(from, to, delay, jitter);
    }

    @Override
    public boolean canLose() {
        return links.canLose();
    }

    @Override
    public void loss(String from, String to, double probability) {
        before();
        links.loss(from, to, probability);
    }

    @Override
    public void reset(String from, String to) {
        before();
        links.reset(from, to);
    }

    @Override
    public void healAll() {
        before();
        links.healAll();
    }
}
