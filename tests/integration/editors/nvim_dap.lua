-- nvim-dap with the recipe of docs/debug.md: does what PLAN says, and tells what it shows, for
-- test_debug_editors.py.
local dap = require("dap")
local told = assert(io.open(vim.env.TOLD, "w"))
local said = {}
vim.notify = function(text, level)
  if (level or 0) >= vim.log.levels.WARN then
    table.insert(said, text)
  end
end

local function wait(what)
  assert(vim.wait(20000, what, 10), "nothing came")
end

local function go(how)
  local session = dap.session()
  dap[how]()
  session.current_frame = nil -- what is shown next is of the next stop
end

local ops = {}

function ops.open(file)
  vim.cmd.edit(file)
  vim.bo.filetype = "python"
end

ops["break"] = function(file, line, condition)
  local shown = vim.api.nvim_get_current_buf()
  vim.cmd.edit(file)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  dap.set_breakpoint(condition ~= vim.NIL and condition or nil)
  vim.cmd.buffer(shown)
end

function ops.clear()
  dap.clear_breakpoints()
end

function ops.begin(more)
  dap.run(vim.tbl_extend("force", dap.configurations.python[1], more))
end

function ops.stopped()
  local session
  wait(function()
    session = dap.session()
    local frame = session and session.stopped_thread_id and session.current_frame
    return frame and frame.scopes and frame.scopes[1].variables
  end)
  return vim.tbl_map(function(frame)
    local path = (frame.source or {}).path or "?"
    return ("%s %s:%d"):format(frame.name, vim.fs.basename(path), frame.line)
  end, session.threads[session.stopped_thread_id].frames)
end

function ops.variables()
  local found = vim.empty_dict()
  for _, one in pairs(dap.session().current_frame.scopes[1].variables) do
    found[one.name] = one.value
  end
  return found
end

function ops.evaluate(expression)
  local value
  dap.session():evaluate(expression, function(err, answer)
    value = err and tostring(err) or answer.result
  end)
  wait(function()
    return value
  end)
  return value
end

function ops.failure()
  wait(function()
    return #vim.diagnostic.get() > 0
  end)
  return vim.split(vim.diagnostic.get()[1].message, "\n")[2]:gsub("^Description: ", "")
end

for name, how in pairs({ into = "step_into", over = "step_over", out = "step_out", on = "continue" }) do
  ops[name] = function()
    go(how)
  end
end

function ops.finish()
  dap.terminate()
end

function ops.ended()
  wait(function()
    return next(dap.sessions()) == nil
  end)
end

function ops.said()
  vim.wait(500) -- the adapter's exit is heard of
  return said
end

dofile(vim.env.RECIPE)
for _, one in ipairs(vim.json.decode(vim.env.PLAN)) do
  local name = table.remove(one, 1)
  local ok, answer = pcall(ops[name], unpack(one))
  told:write(vim.json.encode({ name, answer == nil and vim.NIL or answer }), "\n")
  told:flush()
  if not ok then
    break
  end
end
vim.cmd("qall!")
