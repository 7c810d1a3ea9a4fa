#pragma once

struct Named {
    virtual ~Named() = default;
    virtual bool before(const Named *other) const = 0;
    virtual const char *name() const = 0;
};

struct Port {
    virtual ~Port() = default;
    virtual long send(long value) = 0;
};
